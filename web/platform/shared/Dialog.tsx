import { t } from '../i18n/t.ts'
import { DialogFrame, type DialogProps } from '../ui/controls/DialogFrame.tsx'

/** A modal whose cross says that it closes, unless it says what else it does. */
export function Dialog(props: Omit<DialogProps, 'closeLabel'> & { closeLabel?: string }) {
  return <DialogFrame closeLabel={t('shell.close')} {...props} />
}
