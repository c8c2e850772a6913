import { providerEventTypes, type ProviderEventType } from '#domain/provider/events'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { typesBySubject, typeText } from './eventText.ts'

type TypeChoiceProps = {
  chosen: ReadonlySet<ProviderEventType>
  onChange: (chosen: ReadonlySet<ProviderEventType>) => void
  problem: string | null
}

/** The event types of an address, by what they are about. */
export function TypeChoice({ chosen, onChange, problem }: TypeChoiceProps) {
  const toggle = (type: ProviderEventType) => {
    const next = new Set(chosen)
    if (!next.delete(type)) next.add(type)
    onChange(next)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-sm font-medium text-ink-2">{t('events.types')}</h3>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set(providerEventTypes))}>
          {t('events.all')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          {t('events.none')}
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      {typesBySubject.map(({ subject, types }) => (
        <fieldset key={subject} className="grid min-w-0 gap-x-4 sm:grid-cols-2">
          <legend className="pb-1 text-sm text-ink-3">{t(`events.group.${subject}`)}</legend>
          {types.map((type) => (
            <Checkbox key={type} label={typeText(type)} checked={chosen.has(type)} onChange={() => toggle(type)} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
