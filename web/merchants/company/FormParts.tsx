import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { joinTexts } from '#domain/platform/direction'
import type { MessageKey } from '../../platform/i18n/messageKeys.ts'
import { t } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { activitiesRead } from './companyReads.ts'
import { fieldText } from './fieldText.ts'
import type { FieldForm } from './useFieldForm.ts'

/** A few fields that belong together: a section of a page, or a screen of onboarding. */
export type FormPart<F extends string> = {
  /** In addresses. */
  name: string
  title: MessageKey
  fields: readonly F[]
  show: (form: FieldForm<F>) => ReactNode
}

type FormPartsProps<F extends string> = {
  parts: readonly FormPart<F>[]
  form: FieldForm<F>
  /** On a phone each part says in a line what it holds, and opens on press; the first that lacks something is open. */
  folds?: boolean
}

/** All parts of a form, one below the other. */
export function FormParts<F extends string>({ parts, form, folds = false }: FormPartsProps<F>) {
  const { data: activities = [] } = useQuery({ ...activitiesRead(), staleTime: Infinity, enabled: folds })
  const [lacking] = useState(() => parts.find(({ fields }) => fields.some((name) => form.gaps.has(name))))
  /** What is lacking in a part, or else its first values. */
  const foldedText = ({ fields }: FormPart<F>): string => {
    const gaps = fields.filter((name) => form.gaps.has(name)).length
    if (gaps > 0) return t('company.wrong', { count: gaps })
    const texts = fields.map((name) => fieldText(name, form.values[name], activities)).filter(Boolean)
    return joinTexts(texts.slice(0, 3)) || t('onboarding.summary.nothing')
  }
  return (
    <div className={`grid gap-9 ${folds ? 'max-md:gap-0' : ''}`}>
      {parts.map((part) => (
        <FormSection key={part.name} title={t(part.title)} isOpen={part === lacking} {...(folds && { fold: foldedText(part) })}>
          {part.show(form)}
        </FormSection>
      ))}
    </div>
  )
}
