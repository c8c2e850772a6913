import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { type KeptDecision, ruleText, verdictText } from './decisionText.ts'

/** All decisions on a sale: when, by which engine and version, by which rule, and how a wait ended. */
export function DecisionHistory({ history }: { history: readonly KeptDecision[] }) {
  const head = (
    <>
      <HeadCell width="18%">{t('shell.heading.when')}</HeadCell>
      <HeadCell width="26%">{t('decisions.history.engine')}</HeadCell>
      <HeadCell width="26%">{t('decisions.history.outcome')}</HeadCell>
      <HeadCell>{t('decisions.history.verdict')}</HeadCell>
    </>
  )
  return (
    <section className="pt-8">
      <h2 className="pb-3 text-title-sm font-strong">{t('decisions.section.history')}</h2>
      <Table fixed caption={t('decisions.section.history')} head={head}>
        {history.map((one) => (
          <TableRow key={one.id}>
            <Cell card="title">{dateTime(one.askedAt)}</Cell>
            <Cell
              card="foot"
              detail={<span className="wrap-anywhere">{t('decisions.history.hash', { hash: one.factsHash.slice(0, 16) })}</span>}
            >
              {engineText(one)}
            </Cell>
            <Cell card="state" detail={one.rule && ruleText(one.rule)}>
              {t(`decisions.verdict.${one.outcome ?? 'asking'}`)}
            </Cell>
            <Cell card="net" detail={one.verdictReason ?? (one.verdictRule && ruleText(one.verdictRule))}>
              <OnPhone label={t('decisions.history.verdict')} /> {verdictText(one) ?? '—'}
              {one.verdictAt !== null && <span className="block text-sm text-ink-3">{dateTime(one.verdictAt)}</span>}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </section>
  )
}

/** The engine's name and version. The fallback's version is a number of the rules, or else a technical setting, which is left out. */
function engineText({ engine, version }: KeptDecision): string {
  const name = t(`decisions.engine.${engine}`)
  return version === '' || (engine === 'fallback' && !/^\d+$/.test(version))
    ? name
    : t('decisions.history.version', { engine: name, version })
}
