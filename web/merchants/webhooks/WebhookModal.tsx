import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookCreate, webhookUpdate, type Webhook } from '#contract/merchants/webhooks'
import { webhookTypes, type WebhookType } from '#domain/merchants/webhook'
import { plainText } from '#domain/platform/plainText'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { useSharedForm } from '../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { CheckboxGroups } from '../../platform/ui/forms/CheckboxGroups.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'
import { webhooksRead } from './webhookReads.ts'
import { typeGroups, typeText } from './webhookText.ts'

type WebhookModalProps = {
  /** Null: a new one. */
  webhook: Webhook | null
  onClose: () => void
  /** Called with the secret of a new endpoint; empty for an edited one. */
  onMade: (secret: string) => void
}

type StoredWebhook = { url: string; events: readonly string[]; revision?: number }
const newWebhook: StoredWebhook = { url: '', events: webhookTypes }
const draftOf = ({ url, events }: StoredWebhook) => ({ url, events: webhookTypes.filter((type) => events.includes(type)) })

/** The URL of an endpoint and its event types. */
export function WebhookModal({ webhook, onClose, onMade }: WebhookModalProps) {
  const { merchantId: shop, mode } = useMerchant()
  const client = useQueryClient()
  const form = useSharedForm({
    saved: webhook ?? newWebhook,
    draftOf,
    async read() {
      const { webhooks } = await client.fetchQuery({ ...webhooksRead(shop), staleTime: 0 })
      return webhooks.find(({ id }) => id === webhook?.id) ?? webhook ?? newWebhook
    },
  })
  const { url, events } = form.draft
  const [tried, setTried] = useState(false)
  const { run, error, busy } = useStepUpAction(t('webhooks.form.why'), ['webhookList'])
  const changed = JSON.stringify(form.draft) !== JSON.stringify(form.before)

  async function save() {
    setTried(true)
    const { draft, revision } = form.toSend()
    const body = { url: plainText(draft.url), events: draft.events }
    if (body.url === '' || body.events.length === 0) return
    // The same content sent again shows the same secret: a lost answer creates no second endpoint.
    const secret = await run(
      async ({ merchantId }, key) => {
        if (webhook === null) return (await write(webhookCreate, { params: { merchantId }, body, key })).secret
        const changes = { ...body, ...(revision !== undefined && { revision }) }
        await form.sent(write(webhookUpdate, { params: { merchantId, webhookId: webhook.id }, body: changes, key }), (stored) => stored)
        return ''
      },
      { ...body, revision },
    )
    if (secret === null) return
    if (webhook !== null) showToast(t('webhooks.saved'), { key: 'webhook' })
    onMade(secret)
  }
  const refused = isApiFailure(error) ? error.fields.get('url')?.message : undefined
  return (
    <Dialog
      title={t(webhook === null ? 'webhooks.add' : 'webhooks.form.change')}
      tag={<ModeTag />}
      closeOnOutside={!changed}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('shell.saving')}>
          {t(webhook === null ? 'shell.add' : 'webhooks.form.save')}
        </DialogActions>
      }
    >
      <div className="grid gap-6">
        <Field
          label={t('webhooks.form.url')}
          help={t(`webhooks.form.url.help.${mode}`)}
          error={refused ?? (tried && plainText(url) === '' ? t('webhooks.form.url.missing') : null)}
        >
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            placeholder="https://tienda.es/avisos"
            value={url}
            onChange={(event) => form.setDraft({ url: event.target.value, events })}
          />
        </Field>
        <CheckboxGroups
          label={t('webhooks.form.events')}
          allLabel={t('webhooks.form.all')}
          noneLabel={t('webhooks.form.none')}
          groups={typeGroups()}
          chosen={new Set(events)}
          onChange={(chosen: ReadonlySet<WebhookType>) => form.setDraft({ url, events: webhookTypes.filter((type) => chosen.has(type)) })}
          error={tried && events.length === 0 ? t('webhooks.form.events.missing') : null}
        />
        {form.conflict !== null ? (
          <StaleChoice
            error={form.conflict}
            lines={form.lines((name, draft) =>
              name === 'url' ? [t('webhooks.form.url'), draft.url] : [t('webhooks.form.events'), draft.events.map(typeText).join(', ')],
            )}
            busy={busy}
            onMine={() => void save()}
            onTheirs={form.takeTheirs}
          />
        ) : (
          refused === undefined && <SendProblem error={error} />
        )}
      </div>
    </Dialog>
  )
}
