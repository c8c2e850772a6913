import { useState } from 'react'
import { type BankFileLine, consoleBankLineMatch } from '#contract/provider/bankFiles'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { amountText } from './bankFileWords.ts'

/** Says which order a line is about; another person confirms it with both amounts in view. */
export function MatchDialog({ fileId, line, onClose }: { fileId: string; line: BankFileLine; onClose: () => void }) {
  const known = line.kind === null ? '' : line.reference
  const [reference, setReference] = useState(known)
  const [sent, setSent] = useState(false)
  const match = useConsoleWrite(consoleBankLineMatch, { onDone: onClose, done: t('bankFiles.matched') })
  const tidy = reference.trim().toUpperCase()
  return (
    <Dialog
      title={t('bankFiles.match')}
      subtitle={t('bankFiles.matchAbout', { amount: amountText(line) })}
      note={t('consoleMerchants.secondPerson')}
      closeOnOutside={reference === known}
      locked={match.busy}
      onClose={onClose}
      onSubmit={() => {
        setSent(true)
        if (tidy.length >= 4) match.send({ params: { fileId, line: String(line.line) }, body: { reference: tidy } })
      }}
      footer={
        <DialogActions onBack={onClose} busy={match.busy} busyLabel={t('shell.sending')}>
          {t('bankFiles.match')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          label={t('bankFiles.matchReference')}
          help={t('bankFiles.matchHelp')}
          error={sent && tidy.length < 4 ? t('bankFiles.matchNeeded') : match.fieldProblem('reference')}
          required
        >
          <TextInput maxLength={35} autoCapitalize="characters" value={reference} onChange={(event) => setReference(event.target.value)} />
        </Field>
        {match.problem && <ErrorBanner>{match.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
