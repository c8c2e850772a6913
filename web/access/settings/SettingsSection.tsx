import { type ReactNode, useId } from 'react'

type SettingsSectionProps = { title: string; about?: ReactNode; action?: ReactNode; children?: ReactNode }

/** A section of a settings page: its title, a one-sentence description, its action at the right. */
export function SettingsSection({ title, about, action, children }: SettingsSectionProps) {
  const id = useId()
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
