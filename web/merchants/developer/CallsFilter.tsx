import { useState } from 'react'
import type { ApiKey } from '#contract/merchants/preferences'
import type { apiCallFigures } from '#contract/merchants/apiCalls'
import type { AnswerOf } from '#contract/platform/endpoint'
import { apiCallAnswers, apiCallRanges } from '#domain/merchants/apiCallLog'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { SearchInput } from '../../platform/ui/forms/SearchInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { FilterChips } from '../../platform/ui/tables/FilterChips.tsx'
import { maskedKey } from '../keys/keyText.ts'
import { callMethods, type CallQuery } from './callQuery.ts'

type CallsFilterProps = {
  query: CallQuery
  /** What occurred; undefined while it loads. */
  figures: AnswerOf<typeof apiCallFigures> | undefined
  keys: readonly ApiKey[]
  hrefOf: (query: CallQuery) => string
  onChange: (query: CallQuery) => void
}

/** Period and kind of answer as chips; method, call, key and error to choose from; a request id to search for. */
export function CallsFilter({ query, figures, keys, hrefOf, onChange }: CallsFilterProps) {
  const { mode } = useMerchant()
  const [typed, setTyped] = useState(query.request ?? '')
  const choices = [
    {
      name: 'method',
      label: t('developer.filter.method'),
      options: callMethods.map((method) => ({ value: method as string, label: method as string })),
    },
    {
      name: 'call',
      label: t('developer.filter.call'),
      options: (figures?.calls ?? []).map(({ call, method, path }) => ({
        value: call,
        label: path === '' ? t('developer.filter.unknown') : `${method} ${path}`,
      })),
    },
    { name: 'key', label: t('developer.column.key'), options: keys.map((key) => ({ value: key.id, label: maskedKey(key, mode) })) },
    {
      name: 'error',
      label: t('developer.filter.error'),
      options: (figures?.errorTypes ?? []).map((type) => ({ value: type, label: type })),
    },
  ] as const
  return (
    <div className="grid gap-3 pb-5">
      <SearchInput
        label={t('developer.filter.request')}
        placeholder={t('developer.filter.request')}
        className="max-w-[520px]"
        value={typed}
        onChange={setTyped}
        onSubmit={() => onChange({ ...query, request: typed.trim() || undefined })}
      />
      <FilterChips
        label={t('developer.filter.chips')}
        groups={[
          apiCallRanges.map((range) => ({
            key: range,
            label: t(`developer.range.${range}`),
            pressed: query.range === range,
            href: hrefOf({ ...query, range, page: 1 }),
          })),
          apiCallAnswers.map((answer) => ({
            key: answer,
            label: t(`developer.answer.${answer}`),
            pressed: query.answer === answer,
            href: hrefOf({ ...query, answer: query.answer === answer ? undefined : answer, page: 1 }),
          })),
        ]}
      />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {choices.map(({ name, label, options }) => (
          <Field key={name} label={label}>
            <Select value={query[name] ?? ''} onChange={(event) => onChange({ ...query, [name]: event.target.value || undefined })}>
              <option value="">{t('developer.filter.all')}</option>
              {/* A chosen one stays, also when it does not occur. */}
              {[...options, ...missing(query[name], options)].map(({ value, label: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </div>
  )
}

const missing = (chosen: string | undefined, options: readonly { value: string }[]) =>
  chosen === undefined || options.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]
