import { t } from '../../../platform/i18n/t.ts'
import { Chip } from '../../../platform/ui/tables/Chip.tsx'
import { useSelection } from './selection.ts'

/** On a phone: toggles selection mode, and links to the saved views. */
export function SelectChip({ viewsHref }: { viewsHref: string }) {
  const { picking, picked, startPicking, clear } = useSelection()
  const on = picking || picked.size > 0
  return (
    <span className="flex flex-wrap md:hidden">
      <Chip pressed={on} onClick={on ? clear : startPicking}>
        {t('bulk.start')}
      </Chip>
      <Chip href={viewsHref} pressed={false}>
        {t('views.title')}
      </Chip>
    </span>
  )
}
