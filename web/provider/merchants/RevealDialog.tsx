import { type ConsoleAccountDetail, consoleAccountReveal } from '#contract/provider/merchants'
import { t } from '../../platform/i18n/t.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'

type RevealDialogProps = { account: ConsoleAccountDetail; onClose: () => void; onRevealed: (account: ConsoleAccountDetail) => void }

/** Opens an account's personal data, with a reason that its people can read. Support must give one. */
export function RevealDialog({ account, onClose, onRevealed }: RevealDialogProps) {
  const { roles } = useStaff()
  const required = roles.every((role) => role === 'support')
  const reveal = useConsoleWrite(consoleAccountReveal, {
    onDone: ({ answer }) => {
      if (answer) onRevealed(answer)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('consoleMerchants.reveal')}
      about={t('consoleMerchants.reveal.about')}
      verb={t('consoleMerchants.reveal.verb')}
      reasonLabel={t(required ? 'consoleMerchants.reveal.reason' : 'consoleMerchants.reveal.optional')}
      optional={!required}
      write={reveal}
      onClose={onClose}
      onSubmit={(reason) => reveal.send({ params: { accountId: account.id }, body: { reason } })}
    />
  )
}
