import { consolePayoutFileMake } from '#contract/provider/moneyFiles'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'

type MakeFileDialogProps = {
  waiting: { count: number; amount: number }
  /** The bank cannot be asked: what is in the file is not sent again. */
  byHand: boolean
  onClose: () => void
}

/** Makes a file of what waits, once another person has confirmed it. */
export function MakeFileDialog({ waiting, byHand, onClose }: MakeFileDialogProps) {
  const make = useConsoleWrite(consolePayoutFileMake, { onDone: onClose, done: t('money.files.made') })
  return (
    <Dialog
      title={t('money.files.make')}
      subtitle={t(byHand ? 'money.files.makeByHand' : 'money.files.makeAbout')}
      note={t('consoleMerchants.secondPerson')}
      locked={make.busy}
      onClose={onClose}
      onSubmit={() => make.send({})}
      footer={
        <DialogActions onBack={onClose} busy={make.busy} busyLabel={t('shell.sending')}>
          {t('money.files.make')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <DefinitionList
          items={[
            { term: t('money.payouts'), value: waiting.count },
            { term: t('shell.heading.amount'), value: <Money cents={waiting.amount} /> },
          ]}
        />
        {make.problem && <ErrorBanner>{make.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
