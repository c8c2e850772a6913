import { Button } from '../controls/Button.tsx'
import { Checkbox } from './Checkbox.tsx'

type CheckboxGroupsProps<Value extends string> = {
  label: string
  allLabel: string
  noneLabel: string
  groups: readonly { label: string; options: readonly { value: Value; label: string }[] }[]
  chosen: ReadonlySet<Value>
  onChange: (chosen: ReadonlySet<Value>) => void
  error: string | null
}

/** Several of many values, by group, with buttons for all and none. */
export function CheckboxGroups<Value extends string>(props: CheckboxGroupsProps<Value>) {
  const { label, allLabel, noneLabel, groups, chosen, onChange, error } = props
  const toggle = (value: Value) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    onChange(next)
  }
  const all = () => new Set(groups.flatMap(({ options }) => options.map(({ value }) => value)))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-sm font-medium text-ink-2">{label}</h3>
        <Button size="small" variant="quiet" onClick={() => onChange(all())}>
          {allLabel}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          {noneLabel}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      {groups.map((group) => (
        <fieldset key={group.label} className="grid min-w-0 gap-x-4 sm:grid-cols-2">
          <legend className="pb-1 text-sm text-ink-3">{group.label}</legend>
          {group.options.map((option) => (
            <Checkbox key={option.value} label={option.label} checked={chosen.has(option.value)} onChange={() => toggle(option.value)} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
