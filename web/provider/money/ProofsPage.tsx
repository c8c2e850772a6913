import { useQuery } from '@tanstack/react-query'
import { consoleProofs, consoleProofStart, type MoneyProof } from '#contract/provider/moneyProofs'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

/** How often a running proof is looked at, in ms. */
const runningMs = 2_000

/** The proofs of books and audit trail: the last ones, and what they found. */
export function ProofsPage() {
  const read = useQuery({
    ...consoleQuery(consoleProofs),
    refetchInterval: ({ state }) => (state.data?.results.some(({ finishedAt }) => finishedAt === null) ? runningMs : 30_000),
  })
  const { may } = useStaff()
  const start = useConsoleWrite(consoleProofStart, { done: t('money.proof.started') })
  const isRunning = read.data?.results.some(({ finishedAt }) => finishedAt === null) === true
  return (
    <ConsolePage
      title={t('money.proofs')}
      about={t('money.proofs.about')}
      actions={
        may('consoleProofStart') &&
        read.data &&
        !isRunning && (
          <Button variant="filled" busy={start.busy} busyLabel={t('shell.sending')} onClick={() => start.send({})}>
            {t('money.proof.start')}
          </Button>
        )
      }
    >
      <SectionTabs section="money" />
      {start.problem && <ErrorBanner>{start.problem}</ErrorBanner>}
      <ReadState read={read}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title={t('money.proofs.none')}>{t('money.proofs.noneLead')}</EmptyState>
          ) : (
            <div className="grid gap-9">
              <Broken proof={results.find(({ finishedAt }) => finishedAt !== null)} />
              <ProofTable proofs={results} />
            </div>
          )
        }
      </ReadState>
    </ConsolePage>
  )
}

/** What the last proof found; nothing where it found nothing. */
function Broken({ proof }: { proof: MoneyProof | undefined }) {
  if (!proof || proof.brokenCount === 0) return null
  return (
    <FormSection title={t('money.proof.found', { count: proof.brokenCount })}>
      <ul className="grid gap-2 wrap-anywhere">
        {proof.broken.map(({ about, where, what }) => (
          <li key={`${about}${where}${what}`}>
            <b className="font-strong">{t(`money.proof.${about}`, { where })}</b>{' '}
            <span lang="en" className="font-code text-sm text-ink-2">
              {what}
            </span>
          </li>
        ))}
        {proof.brokenCount > proof.broken.length && <li className="text-ink-3">{t('money.proof.more')}</li>}
      </ul>
    </FormSection>
  )
}

function ProofTable({ proofs }: { proofs: readonly MoneyProof[] }) {
  const head = (
    <>
      <HeadCell>{t('shell.heading.when')}</HeadCell>
      <HeadCell width="34%">{t('money.column.outcome')}</HeadCell>
      <HeadCell width="30%">{t('money.column.checked')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('money.proofs')} head={head}>
      {proofs.map((proof) => (
        <TableRow key={proof.id}>
          <Cell card="title" detail={proof.askedBy === null ? t('money.proof.byItself') : t('money.proof.by', { who: proof.askedBy })}>
            {dateTime(proof.finishedAt ?? proof.askedAt)}
          </Cell>
          <Cell card="state">
            <Outcome proof={proof} />
          </Cell>
          <Cell card="foot" detail={t('money.proof.accounts', { count: proof.accounts })}>
            {t('money.proof.shops', { count: proof.shops })}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}

function Outcome({ proof: { finishedAt, brokenCount } }: { proof: MoneyProof }) {
  if (finishedAt === null) return <StatusBadge kind="merchant" label={t('money.proof.running')} />
  return brokenCount === 0 ? (
    <StatusBadge kind="accepted-filled" label={t('money.proof.right')} />
  ) : (
    <StatusBadge kind="rejected" label={t('money.proof.found', { count: brokenCount })} />
  )
}
