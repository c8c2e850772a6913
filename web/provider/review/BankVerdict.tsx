import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { type consoleBankChange, consoleBankDecide } from '#contract/provider/review'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Kbd } from '../../platform/ui/controls/Kbd.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useKeys } from '../frame/useKeys.ts'
import { Letter } from './Letter.tsx'
import { RejectForm } from './RejectForm.tsx'

type BankVerdictProps = { change: AnswerOf<typeof consoleBankChange>; onDone: () => void }

/** The verdict on a change of bank account: `a` approves it and opens the next item, `r` asks why not. */
export function BankVerdict({ change: { id: ibanId, accountId, reasons }, onDone }: BankVerdictProps) {
  const [rejects, setRejects] = useState(false)
  const { send, busy, problem } = useConsoleWrite(consoleBankDecide, { onDone, done: t('review.bank.done') })
  const params = { ibanId }
  const approve = () => send({ params, body: { approved: true } })
  useKeys({ a: rejects ? undefined : approve, r: () => setRejects(true) })
  // The owner reads the reason: a known one in their language, or the reviewer's own words.
  const reasonOf = (reason: string | null, words: string) => words || (reason ?? '')
  if (rejects)
    return (
      <RejectForm
        title={t('review.bank.why')}
        reasons={reasons}
        verb={t('review.bank.reject')}
        busy={busy}
        problem={problem}
        renderLetter={(reason, words) => (
          <Letter accountId={accountId} about="bank_account" of={ibanId} approved={false} words={reasonOf(reason, words.trim())} />
        )}
        onBack={() => setRejects(false)}
        onSend={(reason, words) => send({ params, body: { approved: false, reason: reasonOf(reason, words) } })}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Letter accountId={accountId} about="bank_account" of={ibanId} approved />
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
