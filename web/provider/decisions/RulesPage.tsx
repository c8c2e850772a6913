import { useQuery } from '@tanstack/react-query'
import { consoleDecisionRules } from '#contract/provider/decisions'
import type { AnswerOf } from '#contract/platform/endpoint'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ChangeList } from '../frame/ChangeList.tsx'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import { RulesForm } from './RulesForm.tsx'

type Version = AnswerOf<typeof consoleDecisionRules>['versions'][number]

/** The thresholds of the rules: a form for a new version with its effect on the last 90 days, and all versions. */
export function RulesPage() {
  const read = useQuery(consoleQuery(consoleDecisionRules))
  const may = useStaff().may('consoleDecisionRulesChange')
  const waiting = useWaiting()('consoleDecisionRulesChange', {})
  const inForce = read.data?.versions.find(({ state }) => state === 'in_force')
  return (
    <ConsolePage
      title={t('decisions.rules.title')}
      lead={inForce !== undefined && inForce.version > 0 && t('decisions.rules.lead', { version: inForce.version })}
      about={t('decisions.rules.about')}
    >
      <SectionTabs section="operations" />
      <ReadState read={read}>
        {({ versions, external }) => (
          <>
            {external && <p className="pb-5 text-ink-2">{t('decisions.rules.external')}</p>}
            {waiting !== null && (
              <Anchor href="/console/confirmations" className={`${linkClass} mb-5 block`}>
                {waiting}
              </Anchor>
            )}
            {inForce && may && waiting === null && <RulesForm key={inForce.version} inForce={inForce.thresholds} />}
            <h2 className="pt-8 pb-3 text-title-sm font-strong">{t('decisions.rules.versions')}</h2>
            <VersionTable versions={versions} />
          </>
        )}
      </ReadState>
    </ConsolePage>
  )
}

const kinds = { coming: 'upcoming', in_force: 'accepted-filled', past: 'stopped' } as const

/** Each version with what it changed of the one before it. */
function VersionTable({ versions }: { versions: readonly Version[] }) {
  const head = (
    <>
      <HeadCell width="26%">{t('decisions.rules.versions')}</HeadCell>
      <HeadCell width="26%">{t('decisions.rules.from')}</HeadCell>
      <HeadCell>{t('decisions.rules.try.change')}</HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('decisions.rules.versions')} head={head}>
      {versions.map((one, index) => (
        <TableRow key={one.version} faded={one.state === 'past'}>
          <Cell card="title">
            <StatusBadge
              kind={kinds[one.state]}
              label={one.version === 0 ? t('decisions.rules.version.builtIn') : t('decisions.rules.version', { version: one.version })}
              detail={t(`decisions.rules.state.${one.state}`)}
            />
          </Cell>
          <Cell card="foot" detail={one.createdBy}>
            <OnPhone label={t('decisions.rules.from')} /> {one.effectiveAt === null ? '—' : dateTime(one.effectiveAt)}
          </Cell>
          <Cell card="state" detail={one.reason}>
            <ChangeList entity={null} before={versions[index + 1]?.thresholds} after={one.thresholds} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}
