import type { ReactNode } from 'react'
import type { MessageKey } from '../../platform/i18n/messageKeys.ts'
import { t } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import type { FieldForm } from './useFieldForm.ts'

/** A few fields that belong together: a section of a page, or a screen of onboarding. */
export type FormPart<F extends string> = {
  /** In addresses. */
  name: string
  title: MessageKey
  fields: readonly F[]
  show: (form: FieldForm<F>) => ReactNode
}

/** All parts of a form, one below the other. */
export function FormParts<F extends string>({ parts, form }: { parts: readonly FormPart<F>[]; form: FieldForm<F> }) {
  return (
    <div className="grid gap-9">
      {parts.map(({ name, title, show }) => (
        <FormSection key={name} title={t(title)}>
          {show(form)}
        </FormSection>
      ))}
    </div>
  )
}
