import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { audienceCreate, audienceFromOperations } from '#contract/sales/audiences'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { filtersOf } from '../../platform/lists/listQuery.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import type { AudienceDraft } from './audienceDraft.ts'
import { memberHashes } from './memberHashes.ts'
import type { AudienceFile, ReadFile } from './useAudienceFile.ts'

/** Current step of the creation and its progress, 0 to 1. */
export type Sending = { step: 'hashing' | 'uploading' | 'writing'; share: number }

/** Creates an audience idempotently; only hashes of a file leave this computer. Aborted on unmount. */
export function useCreateAudience(onCreated: () => void) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<unknown>(null)
  const running = useRef<AbortController | null>(null)
  const attempt = useRef({ fingerprint: '', key: '' })
  useEffect(() => () => running.current?.abort(), [])

  /** Idempotency key: the same draft reuses its key, so that a retry after a lost response creates no second audience. */
  function keyFor(draft: AudienceDraft, file: AudienceFile): string {
    const fingerprint = JSON.stringify([draft, file.at === 'read' ? [file.name, file.mapping, file.sorted?.members.size] : null])
    if (attempt.current.fingerprint !== fingerprint) attempt.current = { fingerprint, key: newKey() }
    return attempt.current.key
  }

  async function run(draft: AudienceDraft, file: AudienceFile, signal: AbortSignal): Promise<void> {
    const key = keyFor(draft, file)
    const { name, basisNote, basis, type, filters } = draft
    if (basis === null) return
    const details = { name: name.trim(), basis, basisNote: basisNote.trim() }
    const common = { params: { merchantId }, key, signal }
    if (draft.source === 'operations') {
      setSending({ step: 'writing', share: 0 })
      await write(audienceFromOperations, { ...common, body: { ...details, identifierType: type, filters: filtersOf(filters) } })
    } else if (file.at === 'read' && file.sorted) await sendFile(file, file.sorted, details, common)
  }

  async function sendFile(
    { mapping }: ReadFile,
    { members, rows, duplicates, bad }: NonNullable<ReadFile['sorted']>,
    details: { name: string; basis: NonNullable<AudienceDraft['basis']>; basisNote: string },
    common: { params: { merchantId: string }; key: string; signal: AbortSignal },
  ): Promise<void> {
    const hashes = await memberHashes(members, mapping.type, {
      signal: common.signal,
      onShare: (share) => setSending({ step: 'hashing', share }),
    })
    setSending({ step: 'uploading', share: 0 })
    await write(audienceCreate, {
      ...common,
      body: { ...details, identifierType: mapping.type, rows, duplicates, invalid: bad.length },
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
      onCreated()
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
    /** Aborts the creation. */
    stop: () => running.current?.abort(),
  }
}
