import { Fragment } from 'react'
import { editorRefundLimitCents, roles, type Role } from '#domain/access/roles'
import { teamRights, type TeamRight } from '#domain/access/teamRights'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { roleReach } from './roleReach.ts'
import { startView } from './startView.ts'

const close = () => go(paths.usersPermissions(), { replace: true, keepScroll: true })

/** The reach of a role’s permission, as text. */
function reachText(role: Role, right: TeamRight): string {
  const reach = roleReach[right][role]
  if (right === 'refund' && role === 'editor' && reach === 'yes') return t('team.reach.upTo', { amount: money(editorRefundLimitCents) })
  return t(`team.reach.${reach}`)
}

/** What each role may do: the permission table itself. */
function Rights() {
  const { role, may } = useSession()
  const head = (
    <>
      <HeadCell width="36%">{t('team.rights.column')}</HeadCell>
      {roles.map((role) => (
        <HeadCell key={role}>{t(`shell.role.${role}`)}</HeadCell>
      ))}
    </>
  )
  return (
    <Dialog
      size="money"
      title={t('team.rights')}
      subtitle={t('team.rights.about')}
      onClose={close}
      firstFocus="h2"
      footer={
        <Button variant="quiet" onClick={close}>
          {t('shell.close')}
        </Button>
      }
    >
      {may('viewAsStart') && (
        <section aria-labelledby="view-as" className="mb-6 flex flex-wrap items-center gap-2">
          <h3 id="view-as" className="mr-1 text-md font-medium">
            {t('team.view.role')}
          </h3>
          {roles.slice(roles.indexOf(role) + 1).map((one) => (
            <Button key={one} size="small" variant="outlined" onClick={() => void startView({ role: one })}>
              {t(`shell.role.${one}`)}
            </Button>
          ))}
        </section>
      )}
      <p className="mb-4 text-md text-ink-2">{t('team.rights.sandboxOnly')}</p>
      <div className="max-md:hidden">
        <Table fixed dense bleed={false} cards={false} caption={t('team.rights')} head={head}>
          {teamRights.map((right) => (
            <TableRow key={right}>
              <Cell className="font-medium">{t(`team.right.${right}`)}</Cell>
              {roles.map((role) => (
                <Cell key={role} className={roleReach[right][role] === 'no' ? 'text-ink-3' : ''}>
                  {reachText(role, right)}
                </Cell>
              ))}
            </TableRow>
          ))}
        </Table>
      </div>
      <div className="grid gap-7 md:hidden">
        {roles.map((role) => (
          <section key={role} aria-labelledby={`rights-${role}`}>
            <h3 id={`rights-${role}`} className="pb-2.5 font-strong">
              {t(`shell.role.${role}`)}
            </h3>
            <dl className="grid grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] gap-x-5 gap-y-2 text-md max-[18rem]:grid-cols-1">
              {teamRights.map((right) => (
                <Fragment key={right}>
                  <dt className="wrap-anywhere text-ink-3">{t(`team.right.${right}`)}</dt>
                  <dd className="text-right wrap-anywhere max-[18rem]:pb-2">{reachText(role, right)}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

export const RightsModal: Screen = { component: Rights }
