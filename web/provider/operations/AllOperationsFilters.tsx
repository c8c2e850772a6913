import { substatuses } from '#domain/sales/operations/states'
import { t } from '../../platform/i18n/t.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { setSearch } from '../frame/address.ts'
import { SearchBox } from '../frame/SearchBox.tsx'
import type { OperationFilters } from './operationFilters.ts'

const narrow = 'w-[10rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1'

/** The filters of the list, kept in its address. */
export function AllOperationsFilters({ filters }: { filters: OperationFilters }) {
  const { merchant = '', substatus = '', amount, since = null, until = null, mode } = filters
  return (
    <>
      <SearchBox
        param="merchant"
        autoFocus={false}
        label={t('consoleMerchants.allOperations.merchant')}
        placeholder={t('consoleMerchants.allOperations.merchant')}
        value={merchant}
      />
      <Field label={t('shell.heading.state')} className="w-[13rem] max-md:w-auto max-md:min-w-[9rem] max-md:flex-1">
        <Select value={substatus} onChange={(event) => setSearch({ substatus: event.target.value })}>
          <option value="">{t('consoleMerchants.any')}</option>
          {substatuses.map((one) => (
            <option key={one} value={one}>
              {t(`operations.substatus.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('shell.heading.amount')} className={narrow}>
        <MoneyInput
          value={amount === undefined ? null : Number(amount)}
          onChange={(cents, readable) => readable && setSearch({ amount: cents === null ? '' : String(cents) })}
        />
      </Field>
      <Field label={t('consoleMerchants.allOperations.since')} className={narrow}>
        <DateInput pickerLabel={t('consoleMerchants.pick')} value={since} onChange={(day) => setSearch({ since: day ?? '' })} />
      </Field>
      <Field label={t('consoleMerchants.allOperations.until')} className={narrow}>
        <DateInput pickerLabel={t('consoleMerchants.pick')} value={until} onChange={(day) => setSearch({ until: day ?? '' })} />
      </Field>
      <Field label={t('consoleMerchants.mode')} className={narrow}>
        <Select value={mode} onChange={(event) => setSearch({ mode: event.target.value === 'sandbox' ? 'sandbox' : '' })}>
          <option value="live">{t('consoleMerchants.mode.live')}</option>
          <option value="sandbox">{t('consoleMerchants.mode.sandbox')}</option>
        </Select>
      </Field>
    </>
  )
}
