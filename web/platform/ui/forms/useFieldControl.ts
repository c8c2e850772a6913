import { createContext, use } from 'react'

type FieldWiring = {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  /** Receives the parse error of a control; null: it can be parsed. */
  report: (unread: string | null) => void
}

/** What a `Field` provides to the control inside it. */
export const FieldContext = createContext<FieldWiring | null>(null)

type ControlAttributes = {
  id?: string | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** The attributes that associate a control with its field's label, help and error; the control's own win. */
export function useFieldControl(own: ControlAttributes): ControlAttributes {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    required: own.required ?? (field?.required || undefined),
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}
