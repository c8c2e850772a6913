import type { ComponentProps } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'

type DialogVerbsProps = Pick<
  ComponentProps<typeof Button>,
  'size' | 'className' | 'busy' | 'busyLabel' | 'sends' | 'disabledReason' | 'children'
> & {
  onBack: () => void
  /** What the way back says, where "Volver" would not be what it does. */
  back?: string
}

/** The foot of a dialog that is a form: the way back, and the verb that sends it, whose words are the children. */
export function DialogVerbs({ onBack, back = t('shell.back'), ...verb }: DialogVerbsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onBack}>
        {back}
      </Button>
      <Button {...verb} variant="filled" type="submit" />
    </>
  )
}
