import { useState } from 'react'
import type { Iban } from '#contract/merchants/ibans'
import { ibanProblem } from '#domain/money/iban'
import { t } from '../../platform/i18n/t.ts'
import { IbanField } from '../company/IbanField.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import { CertificateField } from './CertificateField.tsx'
import { CertificateReading } from './CertificateReading.tsx'
import { useIbanRequest, type RequestProblems } from './useIbanRequest.ts'

type ChangeIbanModalProps = { onClose: () => void; onRequested: (iban: Iban) => void }

/** Requests a change of the payout account: its IBAN and the bank's certificate. Nothing typed is kept when it closes. */
export function ChangeIbanModal({ onClose, onRequested }: ChangeIbanModalProps) {
  const [iban, setIban] = useState('')
  const [unknownBank, setUnknownBank] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const { share, problems, show, send, abort } = useIbanRequest(onRequested)
  const busy = share !== null

  const submit = () => {
    const problem = ibanProblem(iban)
    const wrongFields: RequestProblems = {
      ...(problem !== null && { iban: t(`bankAccounts.problem.${problem}`) }),
      ...(problem === null && unknownBank && { iban: t('bankAccounts.problem.bank') }),
      ...(file === null && { file: t('bankAccounts.certificate.missing') }),
    }
    if (file !== null && Object.keys(wrongFields).length === 0) return send(iban, file)
    show(wrongFields)
    document.getElementById(wrongFields.iban ? 'iban' : 'certificate')?.focus()
  }
  return (
    <Dialog
      title={t('bankAccounts.ask.title')}
      tag={<ModeTag />}
      subtitle={t('bankAccounts.ask.about')}
      closeOnOutside={iban === '' && file === null}
      onClose={onClose}
      onSubmit={() => !busy && submit()}
      note={t('bankAccounts.ask.note')}
      footer={
        <DialogActions
          onBack={busy ? abort : onClose}
          back={t(busy ? 'bankAccounts.ask.giveUp' : 'shell.back')}
          busy={busy}
          busyLabel={t('shell.sending')}
        >
          {t(problems.form ? 'bankAccounts.ask.retry' : 'bankAccounts.ask.verb')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <IbanField
          value={iban}
          error={problems.iban}
          onChange={(text) => {
            setIban(text)
            if (problems.iban) show({ ...problems, iban: '' })
          }}
          onUnknownBank={setUnknownBank}
        />
        <CertificateField
          file={file}
          error={problems.file}
          busy={busy}
          onChange={(next, problem) => {
            setFile(next)
            show({ ...problems, file: problem ?? '' })
          }}
        />
        {file !== null && !busy && <CertificateReading file={file} iban={iban} />}
        <div role="status" className="empty:hidden">
          {busy && (
            <>
              <p className="pb-2 text-md text-ink-2">{t(share < 1 ? 'bankAccounts.ask.sending' : 'bankAccounts.ask.checking')}</p>
              <ProgressBar percent={share * 100} label={t('bankAccounts.ask.progress')} />
            </>
          )}
          {problems.form && <Banner tone="error">{problems.form}</Banner>}
        </div>
      </div>
    </Dialog>
  )
}
