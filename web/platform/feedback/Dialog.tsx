import { t } from '../i18n/t.ts'
import { DialogFrame, type DialogProps } from '../ui/controls/DialogFrame.tsx'

/** A modal whose close button is labelled "close" unless given another label. */
export function Dialog(props: Omit<DialogProps, 'closeLabel'> & { closeLabel?: string }) {
  return <DialogFrame closeLabel={t('shell.close')} {...props} />
}
