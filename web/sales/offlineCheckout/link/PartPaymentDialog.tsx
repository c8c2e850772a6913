import { useState } from 'react'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ModeTag } from '../../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { useTerms } from '../../simulator/useTerms.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../../platform/ui/forms/MoneyInput.tsx'
import { resendText } from './resendText.ts'
import { limitText } from './limitText.ts'
import { LinkProblem } from './LinkProblem.tsx'
import type { LinkActions } from './useLinkActions.ts'

type PartPaymentDialogProps = { checkout: OfflineCheckout; actions: LinkActions; onClose: () => void }

/** Asks for the amount paid in the shop now; the new link is for the rest. */
export function PartPaymentDialog({ checkout, actions, onClose }: PartPaymentDialogProps) {
  const { totalAmount } = checkout
  const { offers } = useTerms()
  const [now, setNow] = useState<number | null>(null)
  const rest = now === null ? null : totalAmount - now
  const problem =
    rest === null || now === 0 ? null : rest <= 0 ? t('offlineCheckout.less.tooMuch') : offers && limitText(offers, null, rest)
  const ready = rest !== null && now !== 0 && problem === null
  const submit = () => {
    if (ready) void actions.clone(rest)
  }
  return (
    <Dialog
      title={t('offlineCheckout.less.part')}
      tag={<ModeTag />}
      subtitle={t('offlineCheckout.less.of', { amount: money(totalAmount) })}
      onClose={onClose}
      onSubmit={submit}
      closeOnOutside={now === null}
      footer={
        <Button
          variant="filled"
          size="large"
          type="submit"
          busy={actions.running !== null}
          busyLabel={t('shell.sending')}
          disabledReason={ready ? null : (problem ?? t('offlineCheckout.less.write'))}
        >
          {ready ? t('offlineCheckout.less.link', { amount: money(rest) }) : t('offlineCheckout.less.linkEmpty')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field
          label={t('offlineCheckout.less.now')}
          help={ready ? t('offlineCheckout.less.rest', { amount: money(rest) }) : t('offlineCheckout.less.nowHelp')}
          error={problem}
          required
        >
          <MoneyInput size="large" autoFocus value={now} onChange={setNow} />
        </Field>
        {resendText(checkout) !== null && <p className="text-sm text-ink-3">{resendText(checkout)}</p>}
        <LinkProblem actions={actions} />
      </div>
    </Dialog>
  )
}
