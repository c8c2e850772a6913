import { useState } from 'react'
import {
  consoleOperationCollect,
  type ConsoleOperationDetail,
  consoleOperationHold,
  consoleOperationLift,
  consoleOperationResend,
  consoleOperationReveal,
  consoleOperationWithdraw,
} from '#contract/provider/operations'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import { NotePaymentDialog } from './NotePaymentDialog.tsx'

export type OperationAct = 'reveal' | 'hold' | 'lift' | 'withdraw' | 'collect' | 'note' | 'resend'
type Params = { accountId: string; merchantId: string; operationId: string }
type DialogProps = { params: Params; onClose: () => void }

const holds = ['fraud_hold', 'dispute', 'default'] as const

/** The dialog of one act with an operation. */
export function OperationDialogs({
  act,
  onRevealed,
  ...rest
}: DialogProps & { act: OperationAct; onRevealed: (detail: ConsoleOperationDetail) => void }) {
  if (act === 'reveal') return <RevealDialog {...rest} onRevealed={onRevealed} />
  if (act === 'hold') return <HoldDialog {...rest} />
  if (act === 'withdraw') return <WithdrawDialog {...rest} />
  if (act === 'note') return <NotePaymentDialog {...rest} />
  return <PlainDialog act={act} {...rest} />
}

function RevealDialog({ params, onClose, onRevealed }: DialogProps & { onRevealed: (detail: ConsoleOperationDetail) => void }) {
  const { roles } = useStaff()
  const reveal = useConsoleWrite(consoleOperationReveal, {
    onDone: ({ answer }) => {
      if (answer) onRevealed(answer)
      onClose()
    },
  })
  const required = roles.every((role) => role === 'support')
  return (
    <ReasonDialog
      title={t('consoleMerchants.reveal')}
      about={t('consoleMerchants.reveal.about')}
      verb={t('consoleMerchants.reveal.verb')}
      reasonLabel={t(required ? 'consoleMerchants.reveal.reason' : 'consoleMerchants.reveal.optional')}
      optional={!required}
      write={reveal}
      onClose={onClose}
      onSubmit={(reason) => reveal.send({ params, body: { reason } })}
    />
  )
}

function HoldDialog({ params, onClose }: DialogProps) {
  const [hold, setHold] = useState<(typeof holds)[number]>('fraud_hold')
  const write = useConsoleWrite(consoleOperationHold, { onDone: onClose, done: t('consoleMerchants.operation.hold.done') })
  return (
    <ReasonDialog
      title={t('consoleMerchants.operation.hold')}
      about={t('consoleMerchants.operation.hold.about')}
      verb={t('consoleMerchants.operation.hold')}
      reasonLabel={t('consoleMerchants.reason')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params, body: { hold, reason } })}
    >
      <Field label={t('consoleMerchants.operation.hold.kind')}>
        <Select value={hold} onChange={(event) => setHold(holds.find((one) => one === event.target.value) ?? hold)}>
          {holds.map((one) => (
            <option key={one} value={one}>
              {t(`operations.reason.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
    </ReasonDialog>
  )
}

/** An act without further fields; all but sending a link ask for a reason. */
function PlainDialog({ act, params, onClose }: DialogProps & { act: 'lift' | 'collect' | 'resend' }) {
  const done = t(`consoleMerchants.operation.${act}.done`)
  const lift = useConsoleWrite(consoleOperationLift, { onDone: onClose, done })
  const collect = useConsoleWrite(consoleOperationCollect, { onDone: onClose, done })
  const resend = useConsoleWrite(consoleOperationResend, { onDone: onClose, done })
  const submit = (reason: string) => {
    if (act === 'resend') return resend.send({ params })
    if (act === 'lift') lift.send({ params, body: { reason } })
    else collect.send({ params, body: { reason } })
  }
  return (
    <ReasonDialog
      title={t(`consoleMerchants.operation.${act}`)}
      about={t(`consoleMerchants.operation.${act}.about`)}
      verb={t(`consoleMerchants.operation.${act}`)}
      reasonLabel={act === 'resend' ? null : t('consoleMerchants.reason')}
      write={{ lift, collect, resend }[act]}
      onClose={onClose}
      onSubmit={submit}
    />
  )
}

function WithdrawDialog({ params, onClose }: DialogProps) {
  const [withPurchase, setWithPurchase] = useState(false)
  const write = useConsoleWrite(consoleOperationWithdraw, { onDone: onClose, done: t('consoleMerchants.operation.withdraw.done') })
  return (
    <ReasonDialog
      title={t('consoleMerchants.operation.withdraw')}
      about={t('consoleMerchants.operation.withdraw.about')}
      verb={t('consoleMerchants.operation.withdraw')}
      reasonLabel={t('consoleMerchants.reason')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params, body: { withPurchase, reason } })}
    >
      <Checkbox
        label={t('consoleMerchants.operation.withdraw.purchase')}
        checked={withPurchase}
        onChange={(event) => setWithPurchase(event.target.checked)}
      />
    </ReasonDialog>
  )
}
