import { categories, categoryOf, substatuses } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { statusKind } from '../operationStatus/statusKind.ts'

/** "¿Qué significa cada estado?": explains the four categories and nine sub-statuses (docs/domain.md#operation-states). */
export function StatusGuideModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('operations.guideText.title')} subtitle={t('operations.guideText.subtitle')} onClose={onClose}>
      <div className="grid gap-6">
        {categories.map((category) => (
          <section key={category}>
            <h3 className="text-base font-strong">{t(`operations.category.${category}`)}</h3>
            <p className="mb-2 text-md text-ink-3">{t(`operations.guideText.group.${category}`)}</p>
            <ul className="grid gap-2.5 border-l border-line pl-4">
              {substatuses
                .filter((substatus) => categoryOf(substatus) === category)
                .map((substatus) => (
                  <li key={substatus}>
                    <StatusBadge
                      kind={statusKind[substatus]}
                      label={t(`operations.substatus.${substatus}`)}
                      detail={t(`operations.guideText.${substatus}`)}
                    />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
