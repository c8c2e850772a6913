import { useState } from 'react'
import { consoleReviewDocument, type ReviewDocument } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useKeys } from '../frame/useKeys.ts'
import { Letter } from './Letter.tsx'
import { RejectForm } from './RejectForm.tsx'

type DocumentVerdictProps = {
  accountId: string
  document: ReviewDocument
  /** The last day that the document itself states, where it could be read. */
  statedExpiry: string | null
  onDone: () => void
}

/** The verdict on one document: `a` approves it and goes on, `r` asks why not. */
export function DocumentVerdict({ accountId, document, statedExpiry, onDone }: DocumentVerdictProps) {
  const [rejects, setRejects] = useState(false)
  const [typed, setTyped] = useState<string | null | undefined>(undefined)
  const { send, busy, problem, fieldProblem } = useConsoleWrite(consoleReviewDocument, { onDone })
  const files = document.files.filter(({ status }) => status === 'in_review').map(({ id }) => id)
  const expiresOn = typed === undefined ? statedExpiry : typed
  const approve = () => send({ params: { accountId }, body: { files, approved: true, expiresOn } })
  useKeys({ a: rejects ? undefined : approve, r: () => setRejects(true) })
  if (rejects)
    return (
      <RejectForm
        title={t('review.document.why', { document: t(`review.doc.${document.type}`) })}
        reasons={document.reasons}
        verb={t('review.document.reject')}
        busy={busy}
        problem={problem}
        renderLetter={(reason, words) => (
          <Letter accountId={accountId} about="document" of={document.type} approved={false} reason={reason} words={words} />
        )}
        onBack={() => setRejects(false)}
        onSend={(reason, words) =>
          reason !== null && send({ params: { accountId }, body: { files, approved: false, reason, note: words || null } })
        }
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label={t('review.document.expires')}
        error={fieldProblem('expires_on')}
        help={statedExpiry && typed === undefined ? t('review.document.read') : undefined}
      >
        <DateInput value={expiresOn} pickerLabel={t('company.pickDay')} onChange={(day) => setTyped(day)} />
      </Field>
      <Letter accountId={accountId} about="document" of={document.type} approved />
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => setRejects(true)} iconEnd={<Kbd>r</Kbd>}>
          {t('review.document.notGood')}
        </Button>
        <Button variant="filled" busy={busy} busyLabel={t('review.sending')} onClick={approve}>
          {t('review.next')}
        </Button>
      </div>
    </div>
  )
}
