import { useState } from 'react'
import { maintenanceEnd } from '#contract/provider/system'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'
import { MaintenanceDialog, type Maintenance } from './MaintenanceDialog.tsx'

/** Whether the product is open to merchants and customers, and the buttons that close and open it. */
export function MaintenanceSection({ maintenance }: { maintenance: Maintenance }) {
  const { may } = useStaff()
  const [editing, setEditing] = useState(false)
  const reopen = useConsoleWrite(maintenanceEnd, { done: t('system.maintenance.opened') })
  return (
    <FormSection title={t('system.maintenance')}>
      {maintenance === null ? (
        <p className="text-ink-2">{t('system.maintenance.open')}</p>
      ) : (
        <p className="max-w-[68ch] rounded-3 border border-in-process-line bg-in-process-soft px-4 py-3 text-in-process-ink wrap-anywhere">
          {t('system.maintenance.closed', { reason: maintenance.reason })}
          {maintenance.endsAt !== null && <> {t('system.maintenance.until', { until: dateTime(maintenance.endsAt) })}</>}
        </p>
      )}
      <div aria-live="assertive" className="empty:hidden">
        {reopen.problem && <ErrorBanner>{reopen.problem}</ErrorBanner>}
      </div>
      {may('maintenanceDeclare') && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setEditing(true)}>
            {t(maintenance === null ? 'system.maintenance.close' : 'system.maintenance.change')}
          </Button>
          {maintenance !== null && (
            <Button variant="filled" busy={reopen.busy} busyLabel={t('system.maintenance.opening')} onClick={() => reopen.send({})}>
              {t('system.maintenance.reopen')}
            </Button>
          )}
        </div>
      )}
      {editing && <MaintenanceDialog maintenance={maintenance} onClose={() => setEditing(false)} />}
    </FormSection>
  )
}
