import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type CardDifference, consoleCardBalance, consoleCardDifferenceResolve, differenceLists } from '#contract/provider/cardBalance'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { setSearch } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { ReasonDialog } from '../frame/ReasonDialog.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { BalanceDays } from './BalanceDays.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'

/** What card providers say otherwise than the books, and each day that was compared. */
export function CardBalancePage({ search }: ConsolePageProps<'/console/money/card-balance'>) {
  const list = differenceLists.find((one) => one === search['list']) ?? 'open'
  const read = useQuery(consoleQuery(consoleCardBalance, { query: { list } }))
  const [resolving, setResolving] = useState<CardDifference | null>(null)
  return (
    <ConsolePage title={t('cardBalance.title')} about={t('cardBalance.lead')}>
      <SectionTabs section="money" counts={{ '/console/money/card-balance': read.data?.open }} />
      <ReadState read={read}>
        {({ differences, open, days, balance, isReported }) => (
          <div className="grid gap-6">
            {!isReported && <Banner>{t('cardBalance.notReported')}</Banner>}
            {(isReported || days.some(isCompared)) && (
              <>
                <div className="max-w-80">
                  <DefinitionList
                    items={[
                      { term: t('cardBalance.open'), value: String(open) },
                      { term: t('cardBalance.balance'), value: money(balance) },
                      { term: t('cardBalance.lastDay'), value: lastDay(days) },
                    ]}
                  />
                </div>
                <div className="max-w-80">
                  <Field label={t('cardBalance.differences')}>
                    <Select value={list} onChange={(event) => setSearch({ list: event.target.value === 'open' ? '' : event.target.value })}>
                      {differenceLists.map((one) => (
                        <option key={one} value={one}>
                          {t(`cardBalance.list.${one}`)}
                        </option>
                      ))}
                    </Select>
                  </Field>
                </div>
                {differences.length === 0 ? (
                  <EmptyState
                    title={t(list === 'open' && !days.some(isCompared) ? 'cardBalance.days.empty' : `cardBalance.empty.${list}`)}
                  />
                ) : (
                  <DifferenceTable differences={differences} highlightedId={search['id']} onResolve={setResolving} />
                )}
                <BalanceDays days={days} />
              </>
            )}
          </div>
        )}
      </ReadState>
      {resolving && <ResolveDifference difference={resolving} onClose={() => setResolving(null)} />}
    </ConsolePage>
  )
}

type Day = { day: string; comparedAt: string | null }
const isCompared = ({ comparedAt }: Day): boolean => comparedAt !== null

const lastDay = (days: readonly Day[]): string => {
  const compared = days.find(isCompared)
  return compared ? date(compared.day) : t('cardBalance.none')
}

/** What became of a difference. */
function ResolveDifference({ difference: { id }, onClose }: { difference: CardDifference; onClose: () => void }) {
  const write = useConsoleWrite(consoleCardDifferenceResolve, { onDone: onClose, done: t('cardBalance.resolve.done') })
  return (
    <ReasonDialog
      title={t('cardBalance.resolve')}
      about={t('cardBalance.resolve.lead')}
      verb={t('cardBalance.resolve')}
      reasonLabel={t('cardBalance.resolve.note')}
      write={write}
      onClose={onClose}
      onSubmit={(reason) => write.send({ params: { differenceId: id }, body: { reason } })}
    />
  )
}
