import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { setSearch } from '../frame/address.ts'
import { type MerchantQuery, onboardings, shopStatuses, states } from './merchantQuery.ts'

/** The filters of the list, kept in its address. */
export function MerchantFilters({ filters }: { filters: MerchantQuery }) {
  return (
    <>
      <Field label={t('consoleMerchants.column.state')} className="w-[10rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1">
        <Select value={filters.state ?? ''} onChange={(event) => setSearch({ state: event.target.value })}>
          <option value="">{t('consoleMerchants.any')}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`consoleMerchants.state.${state}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('consoleMerchants.column.onboarding')} className="w-[10rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1">
        <Select value={filters.onboarding ?? ''} onChange={(event) => setSearch({ onboarding: event.target.value })}>
          <option value="">{t('consoleMerchants.any')}</option>
          {onboardings.map((status) => (
            <option key={status} value={status}>
              {t(`consoleMerchants.onboarding.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('consoleMerchants.withShop')} className="w-[10rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1">
        <Select value={filters.status ?? ''} onChange={(event) => setSearch({ status: event.target.value })}>
          <option value="">{t('consoleMerchants.any')}</option>
          {shopStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`consoleMerchants.shopStatus.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('consoleMerchants.column.created')} className="w-[10rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1">
        <DateInput
          pickerLabel={t('consoleMerchants.pick')}
          value={filters.since ?? null}
          onChange={(day) => setSearch({ since: day ?? '' })}
        />
      </Field>
    </>
  )
}
