import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'

const keys = ['search', 'down', 'next', 'previous', 'open', 'select', 'today', 'help'] as const

/** Keyboard shortcuts of the list. */
export function KeysModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('operations.keys.title')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-3">
        {keys.map((key) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-7 rounded-1 border border-line-strong px-2 py-1 text-center text-md leading-none font-medium">
                {t(`operations.keys.key.${key}`)}
              </kbd>
            </dt>
            <dd>{t(`operations.keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
