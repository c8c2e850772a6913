import { joinTexts } from '#domain/platform/direction'
import { shortId } from '#domain/platform/shortId'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { staffAuditList } from '#contract/provider/staff'
import { dateTime } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { ChangeList } from '../frame/ChangeList.tsx'
import { operationHref } from '../frame/operationHref.ts'

type Entry = AnswerOf<typeof staffAuditList>['results'][number]

type TrailTableProps = {
  entries: readonly Entry[]
  busy: boolean
  /** Shows only the entries of one call. */
  onCall: (call: string) => void
}

/** Entries of the audit log: when, who, what and of whom, its outcome, and what it changed. */
export function TrailTable({ entries, busy, onCall }: TrailTableProps) {
  const head = (
    <>
      <HeadCell width="11rem">{t('shell.heading.when')}</HeadCell>
      <HeadCell width="18%">{t('people.column.person')}</HeadCell>
      <HeadCell>{t('trail.action')}</HeadCell>
      <HeadCell width="17%">{t('shell.heading.result')}</HeadCell>
    </>
  )
  return (
    <Table fixed busy={busy} caption={t('trail.title')} head={head}>
      {entries.map((entry) => (
        <Row key={`${entry.account?.id ?? ''}-${entry.number}`} entry={entry} onCall={onCall} />
      ))}
    </Table>
  )
}

function Row({ entry, onCall }: { entry: Entry; onCall: (call: string) => void }) {
  const { at, ip, staff, key, call, action, account, merchant, outcome, confirmedBy, entity, before, after, operation } = entry
  const done = outcome === 'done'
  const subjects = [merchant?.name, account?.name].filter((name) => name !== undefined)
  const changes = (before ?? null) !== null || (after ?? null) !== null
  return (
    <TableRow>
      <Cell card="net" detail={ip ?? undefined}>
        {dateTime(at)}
      </Cell>
      <Cell card="title" detail={confirmedBy ? t('trail.confirmedBy', { name: confirmedBy.name }) : undefined}>
        {staff?.name ?? key?.name ?? t(call === 'staffSignIn' ? 'trail.stranger' : 'trail.operator')}
      </Cell>
      <Cell card="foot" detail={subjects.length > 0 ? joinTexts(subjects, ' · ') : undefined}>
        <button type="button" className={`${linkClass} text-left`} title={t('trail.onlyThis')} onClick={() => onCall(call)}>
          {action}
        </button>
        {operation && (
          <Anchor className={`${linkClass} mt-1 block w-fit text-sm`} href={operationHref(operation, operation.id)}>
            {t('trail.operation', { id: shortId(operation.id) })}
          </Anchor>
        )}
        {changes && (
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer text-ink-2">{t('trail.changes')}</summary>
            <ChangeList entity={entity} before={before} after={after} />
          </details>
        )}
      </Cell>
      <Cell card="state">
        <StatusBadge
          kind={done ? 'accepted-outlined' : outcome === 'requested' ? 'merchant' : 'rejected'}
          label={t(done ? 'trail.done' : outcome === 'requested' ? 'trail.requested' : 'trail.refused')}
          detail={done || outcome === 'requested' ? undefined : tOr(`errors.${outcome}`, 'trail.refusedOtherwise')}
        />
      </Cell>
    </TableRow>
  )
}
