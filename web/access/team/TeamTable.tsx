import type { Member } from '#contract/access/team'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { EmailText } from '../../platform/ui/figures/EmailText.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { SkeletonRows } from '../../platform/ui/tables/SkeletonRows.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { choiceText, limitsText, memberKind, memberName, shopsText, statusText } from './memberText.ts'

/** The members, highest role first. `rows` is null while first loading. */
export function TeamTable({ rows, busy }: { rows: readonly Member[] | null; busy: boolean }) {
  const head = (
    <>
      <HeadCell width="30%">{t('team.column.person')}</HeadCell>
      <HeadCell>{t('team.column.access')}</HeadCell>
      <HeadCell width="20%" from="lg">
        {t('shell.heading.shops')}
      </HeadCell>
      <HeadCell width="8.5rem">{t('team.column.status')}</HeadCell>
      <HeadCell width="15%">{t('team.column.last')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t(rows === null ? 'team.loading' : 'team.table')} head={head} busy={busy || rows === null}>
      {rows === null ? (
        <SkeletonRows rows={4} widths={[170, 110, 120, 70, 90]} wideOnly={[2]} />
      ) : (
        rows.map((member) => <Row key={member.id} member={member} />)
      )}
    </Table>
  )
}

function Row({ member }: { member: Member }) {
  const { account } = useSession()
  const name = memberName(member)
  const limits = limitsText(member)
  const mine = member.id === account.userId
  const last = member.lastLogin === null ? t('team.never') : nearTime(member.lastLogin)
  return (
    <TableRow faded={member.status === 'disabled'}>
      <Cell card="title" detail={name === member.email ? undefined : <EmailText email={member.email} />}>
        <span className="wrap-anywhere">
          {member.changeable ? (
            <RowLink href={paths.usersPermissionsAdd(member.email)}>{name}</RowLink>
          ) : (
            <b className="font-strong">{name}</b>
          )}
          {mine && <span className="font-normal text-ink-3"> ({t('team.you')})</span>}
        </span>
      </Cell>
      <Cell card="amount" detail={<span className="max-md:hidden">{limits}</span>}>
        {choiceText(member)}
      </Cell>
      <Cell from="lg" card="foot">
        <span className="max-md:text-sm max-md:text-ink-3">
          {shopsText(member)}
          {/* On a phone the address takes the room beside the role. */}
          {limits !== '' && <span className="md:hidden"> · {limits}</span>}
        </span>
      </Cell>
      <Cell card="state">
        <StatusBadge kind={memberKind[member.status]} label={statusText(member)} />
      </Cell>
      <Cell card="net">{last}</Cell>
    </TableRow>
  )
}
