import type { AnswerOf } from '#contract/platform/endpoint'
import { type consoleBankChange, consoleBankDecide } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { Letter } from './Letter.tsx'
import { Verdict } from './Verdict.tsx'

type BankVerdictProps = { change: AnswerOf<typeof consoleBankChange>; onDone: () => void }

/** The verdict on a change of bank account; approving it opens the next item. */
export function BankVerdict({ change: { id: ibanId, accountId, reasons }, onDone }: BankVerdictProps) {
  const write = useConsoleWrite(consoleBankDecide, { onDone, done: t('review.bank.done') })
  const params = { ibanId }
  // The owner reads the reason: a known one in their language, or the reviewer's own words.
  const reasonOf = (reason: string | null, words: string) => words || (reason ?? '')
  const rejection = {
    title: t('review.bank.why'),
    reasons,
    verb: t('review.bank.reject'),
    renderLetter: (reason: string | null, words: string) => (
      <Letter accountId={accountId} about="bank_account" of={ibanId} approved={false} words={reasonOf(reason, words.trim())} />
    ),
    onSend: (reason: string | null, words: string) => write.send({ params, body: { approved: false, reason: reasonOf(reason, words) } }),
  }
  return (
    <Verdict write={write} rejection={rejection} onApprove={() => write.send({ params, body: { approved: true } })}>
      <Letter accountId={accountId} about="bank_account" of={ibanId} approved />
    </Verdict>
  )
}
