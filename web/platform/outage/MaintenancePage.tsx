import { useEffect } from 'react'
import { paths } from '../routes/paths.ts'
import { wayBack } from './maintenance.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { t } from '../i18n/t.ts'
import { setPageHead } from '../routes/pageHead.ts'
import type { Screen } from '../routes/screen.ts'

/** Leaves by a full reload, so that no failed state remains. */
function goBack(): void {
  const back = wayBack()
  location.replace(back === paths.maintenance() ? paths.root() : back)
}

function Maintenance() {
  useEffect(() => setPageHead(t('shell.route.maintenance'), 'live'), [])
  return (
    <main id="contenido">
      <MaintenanceNotice onBack={goBack} />
    </main>
  )
}

/** The maintenance page at its own address: opened directly, or before any page was shown. */
export const MaintenancePage: Screen = { component: Maintenance }
