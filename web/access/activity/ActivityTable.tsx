import type { ActivityEntry } from '#contract/access/activity'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { switchMode } from '../../platform/navigation/merchantChanged.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { activitySearch, type ActivityQuery } from './activityReads.ts'

/** Maximum number of changes shown; the exported file has all. */
const maxChanges = 6

/** A link or button on its own line, with the minimum touch target. */
const wayClass = `${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`

/** The entries, newest first. `rows` is null while first loading. */
type ActivityTableProps = { rows: readonly ActivityEntry[] | null; query: ActivityQuery; busy: boolean }

export function ActivityTable({ rows, query, busy }: ActivityTableProps) {
  const head = (
    <>
      <HeadCell width="17%">{t('activity.column.at')}</HeadCell>
      <HeadCell width="20%">{t('activity.column.person')}</HeadCell>
      <HeadCell>{t('activity.column.action')}</HeadCell>
      <HeadCell width="30%">{t('activity.column.changes')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'activity.loading' : 'activity.title')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={8} widths={[110, 130, 170, 150]} />
      ) : (
        rows.map((entry) => <Row key={entry.id} entry={entry} query={query} />)
      )}
    </Table>
  )
}

function Row({ entry, query }: { entry: ActivityEntry; query: ActivityQuery }) {
  const { at, person, role, preset, byKey, byProvider, action, about, refused, merchant, mode, changes, ip } = entry
  return (
    <TableRow faded={refused !== null}>
      <Cell card="state" detail={ip ?? undefined}>
        {dateTime(at)}
      </Cell>
      <Cell card="title" detail={role === null ? undefined : t(`shell.role.${preset ?? role}`)}>
        <span className="wrap-anywhere">
          {person?.name ?? t(byKey ? 'activity.key' : byProvider ? 'activity.provider' : 'activity.nobody')}
        </span>
      </Cell>
      <Cell card="foot" detail={refused ?? undefined}>
        <span className="max-md:text-md">
          <What entry={entry} action={action} />
          {about !== null && <span className="wrap-anywhere"> · {about}</span>}
          {merchant !== null && <span className="text-ink-3"> · {merchant.name}</span>}
          {mode === 'sandbox' && (
            <>
              {' '}
              <Tag kind="test">{t('operations.test')}</Tag>
            </>
          )}
        </span>
        <More entry={entry} query={query} />
      </Cell>
      <Cell card="foot" className="max-md:mt-1">
        {changes.length > 0 && (
          <dl className="grid gap-y-1 text-sm">
            {changes.slice(0, maxChanges).map(({ field, before, after }) => (
              <div key={field} className="min-w-0">
                <dt className="inline text-ink-3">{field}: </dt>
                <dd className="inline wrap-anywhere">
                  {before === null ? after : <Change from={before} to={after ?? t('activity.nothing')} toLabel={t('activity.becomes')} />}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Cell>
    </TableRow>
  )
}

/** Opens who else had the permission, and the history of the same object. */
function More({ entry: { id, entityId, kind, action, byRight }, query }: { entry: ActivityEntry; query: ActivityQuery }) {
  const same = entityId !== null && kind !== 'access' && query.object === undefined
  if (!byRight && !same) return null
  const ask = () => go(paths.activity({ ...activitySearch(query), who: id }), { keepScroll: true })
  return (
    <span className="flex flex-wrap gap-x-3 text-sm">
      {byRight && (
        <button type="button" aria-label={t('activity.more.whoOf', { action })} className={wayClass} onClick={ask}>
          {t('activity.more.who')}
        </button>
      )}
      {same && (
        <Anchor href={paths.activity({ object: entityId })} aria-label={t('activity.more.sameOf', { action })} className={wayClass}>
          {t('activity.more.same')}
        </Anchor>
      )}
    </span>
  )
}

/** Pages of objects that are never deleted. */
const pages = { operation: paths.operation, settlement: paths.settlement }

/** The action, with a link when its object has a page. */
function What({ entry: { entity, entityId, merchant, mode }, action }: { entry: ActivityEntry; action: string }) {
  const page = entity !== null && Object.hasOwn(pages, entity) ? pages[entity as keyof typeof pages] : undefined // own key just asked
  if (page === undefined || entityId === null || merchant === null) return action
  return (
    <Anchor href={page(merchant.id, entityId)} className={wayClass} onClick={() => switchMode(mode ?? 'live', merchant.id)}>
      {action}
    </Anchor>
  )
}
