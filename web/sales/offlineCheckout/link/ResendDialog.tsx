import { useState } from 'react'
import { compactPhone, isEmail, isMobile } from '#domain/platform/identifiers'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { tidyEmail } from '#domain/platform/emailAddress'
import { t } from '../../../platform/i18n/t.ts'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { linkChannels, type LinkChannel } from '../offlineDraft.ts'
import { sendLabel } from '../sendLabel.ts'
import { LinkProblem } from './LinkProblem.tsx'
import type { LinkActions } from './useLinkActions.ts'

/** Resends the link by other channels or to another recipient; the previous link stops working. */
export function ResendDialog({ checkout, actions, onClose }: { checkout: OfflineCheckout; actions: LinkActions; onClose: () => void }) {
  const known = (channel: LinkChannel) => checkout.deliveries.find((one) => one.channel === channel && one.purpose === 'link')?.to ?? ''
  const [channels, setChannels] = useState<readonly LinkChannel[]>(() => {
    const used = linkChannels.filter((channel) => known(channel) !== '')
    return used.length > 0 ? used : ['sms']
  })
  const [to, setTo] = useState({ sms: '', email: '' })
  const [tried, setTried] = useState(false)
  const fits = { sms: isMobile(compactPhone(to.sms)), email: isEmail(tidyEmail(to.email)) }
  // An empty field keeps the previous recipient.
  const wrong = (channel: LinkChannel) => channels.includes(channel) && (to[channel].trim() === '' ? known(channel) === '' : !fits[channel])
  const missing = channels.length === 0
  const submit = () => {
    setTried(true)
    if (missing || linkChannels.some(wrong)) return
    const phone = channels.includes('sms') && to.sms.trim() !== '' ? { phone: compactPhone(to.sms) } : {}
    const email = channels.includes('email') && to.email.trim() !== '' ? { email: tidyEmail(to.email) } : {}
    void actions.resend({ channels: [...channels], ...phone, ...email }).then((done) => done && onClose())
  }
  return (
    <Dialog
      title={t('offlineCheckout.resend.title')}
      tag={<ModeTag />}
      subtitle={t('offlineCheckout.resend.subtitle', { count: checkout.resendsLeft })}
      onClose={onClose}
      onSubmit={submit}
      closeOnOutside={to.sms === '' && to.email === ''}
      footer={
        <Button
          variant="filled"
          size="large"
          type="submit"
          busy={actions.running === 'resend'}
          busyLabel={t('shell.sending')}
          disabledReason={missing ? t('offlineCheckout.resend.noChannel') : null}
        >
          {sendLabel(channels)}
        </Button>
      }
    >
      <div className="grid gap-4">
        {linkChannels.map((channel) => (
          <div key={channel} className="grid gap-1.5">
            <Checkbox
              label={t(`offlineCheckout.channel.${channel}`)}
              checked={channels.includes(channel)}
              onChange={(event) =>
                setChannels(
                  event.target.checked
                    ? linkChannels.filter((one) => one === channel || channels.includes(one))
                    : channels.filter((one) => one !== channel),
                )
              }
            />
            {channels.includes(channel) && (
              <Field
                label={t(`offlineCheckout.field.${channel === 'sms' ? 'phone' : 'email'}`)}
                help={known(channel) === '' ? undefined : t('offlineCheckout.resend.same', { to: known(channel) })}
                error={tried && wrong(channel) ? t(`offlineCheckout.problem.${channel === 'sms' ? 'mobile' : 'email'}`) : null}
              >
                <TextInput
                  type={channel === 'sms' ? 'tel' : 'email'}
                  inputMode={channel === 'sms' ? 'tel' : 'email'}
                  autoComplete="off"
                  value={to[channel]}
                  onChange={(event) => setTo({ ...to, [channel]: event.target.value })}
                />
              </Field>
            )}
          </div>
        ))}
        <LinkProblem actions={actions} />
      </div>
    </Dialog>
  )
}
