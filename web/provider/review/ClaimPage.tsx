import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleClaim, consoleClaimAnswer } from '#contract/provider/review'
import { MAX_CLAIM_TEXT } from '#domain/money/settlementClaim'
import { date, money, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useNextItem } from './useNextItem.ts'

type Claim = AnswerOf<typeof consoleClaim>

/** A claim about a settlement, and its answer. */
export function ClaimPage({ params: { claimId } }: ConsolePageProps<'/console/review/claim/{claimId}'>) {
  const { place, openNext } = useNextItem({ kind: 'claim', ids: [claimId] })
  const read = useQuery({ ...consoleQuery(consoleClaim, { params: { claimId } }), refetchInterval: false })
  const { may } = useStaff()
  const lead = read.data && `${read.data.reference} · ${t('review.due', { when: nearTime(read.data.deadline) })}`
  return (
    <ConsolePage
      title={read.data?.shop ?? t('work.kind.claim')}
      lead={lead}
      back={{ href: '/console/work', label: place ? t('review.backAt', place) : t('review.back') }}
    >
      <ReadState read={read}>
        {(claim) => (
          <div className="grid max-w-[760px] gap-6">
            <ClaimFacts claim={claim} />
            {may('consoleClaimAnswer') && <Answer claimId={claimId} onDone={openNext} />}
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

function ClaimFacts({ claim: { about, difference, bankAmount, bankOn, note, openedAt, evidence } }: { claim: Claim }) {
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('review.claim.difference'), money(difference)],
    [
      about === 'bank' ? t('review.claim.bank') : t('review.claim.lines'),
      about === 'lines'
        ? money(evidence.linesNet)
        : bankAmount === 0 || bankOn === null
          ? t('review.claim.nothing')
          : `${money(bankAmount ?? 0)}, ${date(bankOn)}`,
    ],
    [t('review.claim.paid'), money(evidence.netAmount)],
    [t('review.claim.made'), t('review.claim.parts', { lines: evidence.lineCount, net: money(evidence.linesNet) })],
    [t('review.claim.carried'), `${money(evidence.openingBalance)} → ${money(evidence.closingBalance)}`],
    [t('review.claim.opened'), nearTime(openedAt)],
  ]
  return (
    <>
      <dl>
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[11.25rem_minmax(0,1fr)] gap-3 border-b border-line py-2 max-md:grid-cols-1 max-md:gap-0"
          >
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {note !== null && (
        <p className="wrap-anywhere">
          <span className="text-ink-3">{t('review.claim.says')}</span> «{note}»
        </p>
      )}
    </>
  )
}

function Answer({ claimId, onDone }: { claimId: string; onDone: () => void }) {
  const [answer, setAnswer] = useState('')
  const { send, busy, problem, fieldProblem } = useConsoleWrite(consoleClaimAnswer, { onDone, done: t('review.claim.done') })
  const words = answer.trim()
  return (
    <Form className="grid gap-3" onSubmit={() => words !== '' && send({ params: { claimId }, body: { answer: words } })}>
      <Field label={t('review.claim.answer')} help={t('review.claim.help')} error={fieldProblem('answer') ?? problem}>
        <Textarea value={answer} maxLength={MAX_CLAIM_TEXT} rows={4} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
      <Button
        type="submit"
        variant="filled"
        className="justify-self-start"
        busy={busy}
        busyLabel={t('review.sending')}
        disabledReason={words === '' ? t('review.reject.say') : null}
      >
        {t('review.claim.send')}
      </Button>
    </Form>
  )
}
