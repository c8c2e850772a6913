import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { consoleCreditAskAccount, consoleCreditRetry, consoleCreditSettle, type ListedCredit } from '#contract/provider/credits'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import { useWaiting } from '../frame/useWaiting.ts'

type CreditVerbsProps = { credit: Pick<ListedCredit, 'id' | 'state'> }

/** What staff can do with a credit that is not paid: try again, ask for an account, settle it by hand. Nothing for who may do none of it. */
export function CreditVerbs({ credit: { id, state } }: CreditVerbsProps) {
  const { may } = useStaff()
  const waiting = useWaiting()
  const [settling, setSettling] = useState(false)
  const params = { creditId: id }
  const failed = (error: unknown) => void (error instanceof Error && showToast(error.message))
  const retry = useConsoleWrite(consoleCreditRetry, { done: t('credits.retry.done'), onFailed: failed })
  const ask = useConsoleWrite(consoleCreditAskAccount, { done: t('credits.ask.done'), onFailed: failed })
  if (state === 'paid') return null
  const items = [
    ...(may('consoleCreditRetry') ? [{ key: 'retry', label: t('credits.retry'), onSelect: () => retry.send({ params }) }] : []),
    ...(may('consoleCreditAskAccount') && state === 'needs_account'
      ? [{ key: 'ask', label: t('credits.ask'), onSelect: () => ask.send({ params }) }]
      : []),
    ...(may('consoleCreditSettle')
      ? [
          {
            key: 'settle',
            label: t('credits.settle'),
            disabledReason: waiting('consoleCreditSettle', params),
            onSelect: () => setSettling(true),
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Menu label={t('shell.verbs')} triggerLabel={t('shell.verbs')} trigger={<Ellipsis aria-hidden />} items={items} />
      {settling && <SettleDialog creditId={id} onClose={() => setSettling(false)} />}
    </>
  )
}

function SettleDialog({ creditId, onClose }: { creditId: string; onClose: () => void }) {
  const write = useConsoleWrite(consoleCreditSettle, { onDone: onClose, done: t('credits.settle.done') })
  return (
    <ReasonDialog
      title={t('credits.settle')}
      about={t('credits.settle.about')}
      verb={t('credits.settle')}
      reasonLabel={t('credits.settle.reason')}
      note={t('consoleMerchants.secondPerson')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params: { creditId }, body: { reason } })}
    />
  )
}
