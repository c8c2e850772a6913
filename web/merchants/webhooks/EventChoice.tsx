import { webhookTypes, type WebhookType } from '#domain/merchants/webhook'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { typesByGroup, typeText } from './webhookText.ts'

type EventChoiceProps = {
  chosen: ReadonlySet<WebhookType>
  onChange: (chosen: ReadonlySet<WebhookType>) => void
  error: string | null
}

/** The event types of an endpoint, by subject. */
export function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
  const toggle = (type: WebhookType) => {
    const next = new Set(chosen)
    if (!next.delete(type)) next.add(type)
    onChange(next)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="webhook-events" className="mr-auto text-sm font-medium text-ink-2">
          {t('webhooks.form.events')}
        </h3>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set(webhookTypes))}>
          {t('webhooks.form.all')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          {t('webhooks.form.none')}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
      {typesByGroup.map(({ group, types }) => (
        <fieldset key={group} className="grid min-w-0 gap-x-4 sm:grid-cols-2">
          <legend className="pb-1 text-sm text-ink-3">{t(`webhooks.group.${group}`)}</legend>
          {types.map((type) => (
            <Checkbox key={type} label={typeText(type)} checked={chosen.has(type)} onChange={() => toggle(type)} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
