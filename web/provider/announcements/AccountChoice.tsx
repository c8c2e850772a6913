import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleAccountList } from '#contract/provider/merchants'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import type { Draft } from './draft.ts'

type AccountChoiceProps = { chosen: Draft['accounts']; problem: string | null; onChange: (chosen: Draft['accounts']) => void }
type AccountOption = { id: string; name: string }

/** How long typing rests before it is searched, in ms. */
const restMs = 250

/** All merchants, or some that are searched for. */
export function AccountChoice({ chosen, problem, onChange }: AccountChoiceProps) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t('announcements.to')}</legend>
      {(['all', 'some'] as const).map((whom) => (
        <label key={whom} className="flex min-h-9 items-center gap-2.5 text-md max-md:min-h-11">
          <input
            type="radio"
            name="whom"
            checked={(chosen === null) === (whom === 'all')}
            onChange={() => onChange(whom === 'all' ? null : [])}
          />
          {t(`announcements.to.${whom}`)}
        </label>
      ))}
      {chosen !== null && <Some chosen={chosen} problem={problem} onChange={onChange} />}
    </fieldset>
  )
}

function Some({
  chosen,
  problem,
  onChange,
}: {
  chosen: readonly AccountOption[]
  problem: string | null
  onChange: (chosen: AccountOption[]) => void
}) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), restMs)
  const accounts = useQuery({ ...consoleQuery(consoleAccountList, { query: { search } }), enabled: search !== '' })
  const ids = new Set(chosen.map(({ id }) => id))
  const others = (search === '' ? [] : (accounts.data?.results ?? [])).filter(({ id }) => !ids.has(id)).slice(0, 8)
  return (
    <div className="grid gap-1 pt-1">
      <Field label={t('announcements.search')} error={accounts.error ? failureMessage(accounts.error) : problem}>
        <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {chosen.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked onChange={() => onChange(chosen.filter((one) => one.id !== id))} />
      ))}
      {others.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={false} onChange={() => onChange([...chosen, { id, name }])} />
      ))}
      {search !== '' && accounts.data?.results.length === 0 && <p className="text-ink-3">{t('announcements.noneFound')}</p>}
    </div>
  )
}
