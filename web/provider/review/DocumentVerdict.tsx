import { useState } from 'react'
import { consoleReviewDocument, type ReviewDocument } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { Letter } from './Letter.tsx'
import { Verdict } from './Verdict.tsx'

type DocumentVerdictProps = {
  accountId: string
  document: ReviewDocument
  /** The last day that the document itself states, where it could be read. */
  statedExpiry: string | null
  onDone: () => void
}

/** The verdict on one document; approving it goes on. */
export function DocumentVerdict({ accountId, document, statedExpiry, onDone }: DocumentVerdictProps) {
  const [typed, setTyped] = useState<string | null | undefined>(undefined)
  const write = useConsoleWrite(consoleReviewDocument, { onDone })
  const params = { accountId }
  const files = document.files.filter(({ status }) => status === 'in_review').map(({ id }) => id)
  const expiresOn = typed === undefined ? statedExpiry : typed
  type Reason = (typeof document.reasons)[number]
  const rejection = {
    title: t('review.document.why', { document: t(`review.doc.${document.type}`) }),
    reasons: document.reasons,
    verb: t('review.document.reject'),
    renderLetter: (reason: Reason | null, words: string) => (
      <Letter accountId={accountId} about="document" of={document.type} approved={false} reason={reason} words={words} />
    ),
    onSend: (reason: Reason | null, words: string) =>
      reason !== null && write.send({ params, body: { files, approved: false, reason, note: words || null } }),
  }
  return (
    <Verdict write={write} rejection={rejection} onApprove={() => write.send({ params, body: { files, approved: true, expiresOn } })}>
      <Field
        label={t('review.document.expires')}
        error={write.fieldProblem('expires_on')}
        help={statedExpiry && typed === undefined ? t('review.document.read') : undefined}
      >
        <DateInput value={expiresOn} pickerLabel={t('company.pickDay')} onChange={(day) => setTyped(day)} />
      </Field>
      <Letter accountId={accountId} about="document" of={document.type} approved />
    </Verdict>
  )
}
