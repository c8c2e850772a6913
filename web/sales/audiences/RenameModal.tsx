import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { audienceRename, type Audience } from '#contract/sales/audiences'
import { AUDIENCE_NAME } from '#domain/sales/campaigns/audience'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useSharedForm } from '../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { audienceRead } from './audienceReads.ts'
import { nameProblem } from './audienceDraft.ts'

/** Renames an audience. */
function Rename() {
  const { merchantId, flag } = useMerchant()
  const { params } = useAddress()
  const { data, error, refetch, isFetching } = useQuery(audienceRead(merchantId, params['uuid'] ?? ''))
  const close = () => go(paths.audiences(merchantId, flag), { replace: true, keepScroll: true })
  if (data) return <RenameForm audience={data} onClose={close} />
  if (error === null) return null
  return (
    <Dialog title={t('audiences.rename')} onClose={close}>
      <FailureCard title={t('audiences.failed.one')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    </Dialog>
  )
}

function RenameForm({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const { uuid, campaignsCount } = audience
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const read = audienceRead(merchantId, uuid)
  const form = useSharedForm({
    saved: audience,
    draftOf: ({ name }) => ({ name }),
    read: () => client.fetchQuery({ ...read, staleTime: 0 }),
  })
  const text = form.draft.name
  const [tried, setTried] = useState(false)
  const problem = nameProblem(text)
  const { busy, error, submit } = useSend(async (body: { name: string; revision: number }, key) => {
    const renamed = await form.sent(write(audienceRename, { params: { merchantId, uuid }, body, key }), (stored) => stored)
    client.setQueryData(read.queryKey, renamed)
    await client.invalidateQueries({ queryKey: ['audienceList'] })
    showToast(t('audiences.renamed'), { key: 'audienceRenamed' })
    onClose()
  })
  const refused = isApiFailure(error) ? error.fields.get('name')?.message : undefined
  const save = () => {
    setTried(true)
    if (problem !== null) return
    const { draft, revision = 0 } = form.toSend()
    submit({ name: draft.name.trim(), revision })
  }
  return (
    <Dialog
      title={t('audiences.rename')}
      subtitle={campaignsCount === 0 ? undefined : t('audiences.rename.kept', { count: campaignsCount })}
      onClose={onClose}
      closeOnOutside={text === audience.name}
      onSubmit={save}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('shell.saving')}>
          {t('audiences.rename.verb')}
        </DialogActions>
      }
    >
      <Field label={t('shell.heading.name')} help={t('audiences.name.help', AUDIENCE_NAME)} error={refused ?? (tried ? problem : null)}>
        <TextInput
          value={text}
          maxLength={AUDIENCE_NAME.most}
          autoComplete="off"
          onChange={(event) => form.setDraft({ name: event.target.value })}
        />
      </Field>
      {form.conflict !== null ? (
        <StaleChoice
          error={form.conflict}
          lines={form.lines((_, { name }) => [t('shell.heading.name'), name])}
          busy={busy}
          onMine={save}
          onTheirs={form.takeTheirs}
        />
      ) : (
        refused === undefined && <SendProblem error={error} />
      )}
    </Dialog>
  )
}

export const RenameModal: Screen = { component: Rename }
