import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { audienceCreate, audienceFromOperations } from '#contract/sales/audiences'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { filtersOf } from '../../platform/lists/listQuery.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { showToast } from '../../platform/shared/toasts.ts'
import type { AudienceDraft } from './audienceDraft.ts'
import { memberHashes } from './memberHashes.ts'
import type { AudienceFile, ReadFile } from './useAudienceFile.ts'

/** Which part of the making is under way, and how much of it is done, 0 to 1. */
export type Sending = { step: 'hashing' | 'uploading' | 'writing'; share: number }

/** Makes an audience once, however often it is pressed; what leaves this computer of a file are hashes. Given up when its screen goes. */
export function useMakeAudience(onMade: () => void) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)
  const attempt = useRef({ said: '', key: '' })
  useEffect(() => () => running.current?.abort(), [])

  /** The same words sent again carry the same key: an answer that was lost is not a second audience. */
  function keyFor(draft: AudienceDraft, file: AudienceFile): string {
    const said = JSON.stringify([draft, file.at === 'read' ? [file.name, file.mapping, file.sorted?.members.size] : null])
    if (attempt.current.said !== said) attempt.current = { said, key: newKey() }
    return attempt.current.key
  }

  async function run(draft: AudienceDraft, file: AudienceFile, signal: AbortSignal): Promise<void> {
    const key = keyFor(draft, file)
    const { name, basisNote, basis, type, filters } = draft
    if (basis === null) return
    const said = { name: name.trim(), basis, basisNote: basisNote.trim() }
    const common = { params: { merchantId }, key, signal }
    if (draft.source === 'operations') {
      setSending({ step: 'writing', share: 0 })
      await write(audienceFromOperations, { ...common, body: { ...said, identifierType: type, filters: filtersOf(filters) } })
    } else if (file.at === 'read' && file.sorted) await sendFile(file, file.sorted, said, common)
  }

  async function sendFile(
    { mapping }: ReadFile,
    { members, rows, duplicates, bad }: NonNullable<ReadFile['sorted']>,
    said: { name: string; basis: NonNullable<AudienceDraft['basis']>; basisNote: string },
    common: { params: { merchantId: string }; key: string; signal: AbortSignal },
  ): Promise<void> {
    const hashes = await memberHashes(members, mapping.type, {
      signal: common.signal,
      onShare: (share) => setSending({ step: 'hashing', share }),
    })
    setSending({ step: 'uploading', share: 0 })
    await write(audienceCreate, {
      ...common,
      body: { ...said, identifierType: mapping.type, rows, duplicates, invalid: bad.length },
      file: new File([hashes], 'members'),
      onUpload: (share) => setSending(share < 1 ? { step: 'uploading', share } : { step: 'writing', share }),
    })
  }

  async function make(draft: AudienceDraft, file: AudienceFile): Promise<void> {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setError(null)
    try {
      await run(draft, file, controller.signal)
      await client.invalidateQueries({ queryKey: ['audienceList'] })
      showToast(t('audiences.made'), { key: 'audienceMade' })
      onMade()
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
    } finally {
      running.current = null
      setSending(null)
    }
  }
  return {
    sending,
    error,
    make: (draft: AudienceDraft, file: AudienceFile) => void make(draft, file),
    /** Gives up what is under way. */
    stop: () => running.current?.abort(),
  }
}
