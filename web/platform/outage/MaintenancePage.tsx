import { useEffect } from 'react'
import { paths } from '../routes/paths.ts'
import { wayBack } from './maintenance.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { pageTitle } from '../routes/pageTitle.ts'
import type { Screen } from '../routes/screen.ts'

/** Leaves by a fresh load, so that nothing that failed before lingers. */
function goBack(): void {
  const back = wayBack()
  location.replace(back === paths.maintenance() ? paths.root() : back)
}

function Maintenance() {
  useEffect(() => pageTitle('maintenance'), [])
  return (
    <main id="contenido">
      <MaintenanceNotice onBack={goBack} />
    </main>
  )
}

/** The maintenance page by its own address: reached by a load, or before any page was shown. */
export const MaintenancePage: Screen = { component: Maintenance }
