import { useQuery } from '@tanstack/react-query'
import { staffAuditList, staffList } from '#contract/provider/staff'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { usePages } from '../api/usePages.ts'
import { setSearch } from '../frame/address.ts'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { personName } from '../frame/personName.ts'
import { PagedRows } from '../frame/PagedRows.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { TrailTable } from './TrailTable.tsx'

const dayOf = (text: string | undefined) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? text : undefined)

/** What staff and operators did, opened or were refused, newest first. */
export function TrailPage({ search }: ConsolePageProps) {
  const filters = { staffId: search['person'], call: search['call'], day: dayOf(search['day']) }
  const people = useQuery(consoleQuery(staffList))
  const trail = usePages(staffAuditList, { query: filters }, { refetchInterval: false })
  const named = Object.values(filters).some((value) => value !== undefined && value !== '')
  return (
    <ConsolePage title={t('trail.title')} about={t('trail.about')}>
      <SectionTabs section="people" />
      <div className="flex flex-wrap items-end gap-4 pb-5">
        <Field label={t('trail.person')} className="w-60">
          <Select value={filters.staffId ?? ''} onChange={(event) => setSearch({ person: event.target.value })}>
            <option value="">{t('trail.everybody')}</option>
            {people.data?.results.map((member) => (
              <option key={member.id} value={member.id}>
                {personName(member)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('trail.day')} className="w-44">
          <DateInput pickerLabel={t('trail.pick')} value={filters.day ?? null} onChange={(day) => setSearch({ day: day ?? '' })} />
        </Field>
        {named && (
          <Button variant="quiet" onClick={() => setSearch({ person: '', day: '', call: '' })}>
            {t('trail.all')}
          </Button>
        )}
      </div>
      <PagedRows read={trail} empty={<EmptyState title={t(named ? 'trail.nothing' : 'trail.empty')} />} more={t('trail.more')}>
        {(entries) => <TrailTable entries={entries} busy={trail.isPlaceholderData} onCall={(call) => setSearch({ call })} />}
      </PagedRows>
    </ConsolePage>
  )
}
