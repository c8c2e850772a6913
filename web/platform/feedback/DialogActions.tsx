import type { ComponentProps } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'

type DialogActionsProps = Pick<
  ComponentProps<typeof Button>,
  'size' | 'className' | 'busy' | 'busyLabel' | 'sends' | 'disabledReason' | 'children'
> & {
  onBack: () => void
  /** The label of the back button, where "Volver" does not fit. */
  back?: string
}

/** The footer of a form dialog: the back button, and the submit button with the children as its label. */
export function DialogActions({ onBack, back = t('shell.back'), ...verb }: DialogActionsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onBack}>
        {back}
      </Button>
      <Button {...verb} variant="filled" type="submit" />
    </>
  )
}
