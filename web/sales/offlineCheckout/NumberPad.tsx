import Delete from 'lucide-react/icons/delete'
import { t } from '../../platform/i18n/t.ts'
import { pressed, type PadKey } from './padText.ts'

const figures: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** On-screen numeric keypad with twelve keys. */
export function NumberPad({ text, onText, disabled }: { text: string; onText: (text: string) => void; disabled: boolean }) {
  const key = (name: PadKey, content = <>{name}</>, label?: string) => (
    <button
      key={name}
      type="button"
      aria-label={label}
      data-quiet={label === undefined ? undefined : true}
      aria-disabled={disabled || undefined}
      // A pressed key does not take the focus, so Enter on a keyboard charges instead of repeating the last digit.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onText(pressed(text, name))}
    >
      {content}
    </button>
  )
  return (
    <div role="group" aria-label={t('offlineCheckout.pad.label')} className="till-pad">
      {figures.map((name) => key(name))}
      {key(',', <>,</>, t('offlineCheckout.pad.comma'))}
      {key('0')}
      {key('back', <Delete aria-hidden />, t('offlineCheckout.pad.delete'))}
    </div>
  )
}
