import { useState } from 'react'
import { webhookCreate, webhookUpdate, type Webhook } from '#contract/webhooks'
import { webhookTypes, type WebhookType } from '#domain/webhook'
import { plainText } from '#domain/plainText'
import { isApiFailure } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { SendProblem } from '../operation/SendProblem.tsx'
import { useShop } from '../operation/useShop.ts'
import { DialogVerbs } from '../shell/DialogVerbs.tsx'
import { showToast } from '../shell/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { EventChoice } from './EventChoice.tsx'
import { useGuardedVerb } from './useGuardedVerb.ts'

type WebhookModalProps = {
  /** Null: a new one. */
  webhook: Webhook | null
  onClose: () => void
  /** With the secret of a new one; of one that was changed, empty. */
  onMade: (secret: string) => void
}

/** Where an address leads and what it hears of. */
export function WebhookModal({ webhook, onClose, onMade }: WebhookModalProps) {
  const { mode } = useShop()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<ReadonlySet<WebhookType>>(
    () => new Set(webhookTypes.filter((type) => webhook?.events.includes(type) ?? true)),
  )
  const [tried, setTried] = useState(false)
  const { run, error, busy } = useGuardedVerb(t('webhooks.form.why'), ['webhookList'])
  const body = { url: plainText(url), events: webhookTypes.filter((type) => events.has(type)) }
  const changed = body.url !== (webhook?.url ?? '') || body.events.length !== (webhook?.events.length ?? webhookTypes.length)

  async function save() {
    setTried(true)
    if (body.url === '' || body.events.length === 0) return
    // The same words sent again show the same secret: an answer that was lost makes no second address.
    const secret = await run(async ({ merchantId }, key) => {
      if (webhook === null) return (await write(webhookCreate, { params: { merchantId }, body, key })).secret
      await write(webhookUpdate, { params: { merchantId, webhookId: webhook.id }, body, key })
      return ''
    }, body)
    if (secret === null) return
    if (webhook !== null) showToast(t('webhooks.saved'), { key: 'webhook' })
    onMade(secret)
  }
  const refused = isApiFailure(error) ? error.fields.get('url')?.message : undefined
  return (
    <Dialog
      title={t(webhook === null ? 'webhooks.form.add' : 'webhooks.form.change')}
      tag={<ModeTag />}
      closeLabel={t('operations.close')}
      closeOnOutside={!changed}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <DialogVerbs onBack={onClose} busy={busy} busyLabel={t('webhooks.form.busy')}>
          {t(webhook === null ? 'webhooks.form.create' : 'webhooks.form.save')}
        </DialogVerbs>
      }
    >
      <div className="grid gap-6">
        <Field
          label={t('webhooks.form.url')}
          help={t(`webhooks.form.url.help.${mode}`)}
          error={refused ?? (tried && body.url === '' ? t('webhooks.form.url.missing') : null)}
        >
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            placeholder="https://tienda.es/avisos"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <EventChoice
          chosen={events}
          onChange={setEvents}
          error={tried && body.events.length === 0 ? t('webhooks.form.events.missing') : null}
        />
        {refused === undefined && <SendProblem error={error} />}
      </div>
    </Dialog>
  )
}
