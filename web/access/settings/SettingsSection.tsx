import { type ReactNode, useId } from 'react'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

type SettingsSectionProps = {
  title: string
  about?: ReactNode
  action?: ReactNode
  /** On a phone it is folded, and says this (`FormSection`). */
  fold?: string
  children?: ReactNode
}

/** A section of a settings page: its title, a one-sentence description, its action at the right. */
export function SettingsSection({ title, about, action, fold, children }: SettingsSectionProps) {
  const id = useId()
  if (fold !== undefined)
    return (
      <FormSection title={title} aside={action} fold={fold}>
        {about && <p className="text-md text-ink-2">{about}</p>}
        {children}
      </FormSection>
    )
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={id} className="text-title-sm font-strong">
            {title}
          </h2>
          {about && <p className="mt-1 text-md text-ink-2">{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
