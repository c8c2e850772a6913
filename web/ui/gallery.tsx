import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Awning } from './Awning.tsx'
import { BrandMark } from './BrandMark.tsx'
import { ContextTag } from './ContextTag.tsx'
import { GalleryDetail } from './GalleryDetail.tsx'
import { GalleryFloating } from './GalleryFloating.tsx'
import { GalleryForms } from './GalleryForms.tsx'
import { GalleryList } from './GalleryList.tsx'
import { SandboxFrame } from './SandboxFrame.tsx'
import './gallery.css'

// Every component and state on one page, for the eye; not part of the built application.
// ?theme=dark, ?mode=sandbox, ?show=list|detail|forms|floating
const query = new URLSearchParams(location.search)
const sandbox = query.get('mode') === 'sandbox'
const show = query.get('show')
const theme = query.get('theme')
if (theme) document.documentElement.dataset['theme'] = theme
if (sandbox) document.documentElement.dataset['mode'] = 'sandbox'

function Gallery() {
  return (
    <>
      {sandbox && <SandboxFrame />}
      {show === 'door' && <Awning />}
      <div className="g-canvas g-bar">
        <BrandMark name="Trastienda" />
        <ContextTag shop="Ciclos Alameda" mode={sandbox ? 'sandbox' : 'live'} modeLabel={sandbox ? 'PRUEBAS' : 'REAL'} role="Dueña" />
      </div>
      {(!show || show === 'list') && <GalleryList sandbox={sandbox} />}
      {(!show || show === 'detail') && <GalleryDetail />}
      {(!show || show === 'forms') && <GalleryForms />}
      {(!show || show === 'floating') && <GalleryFloating dialog={query.get('dialog')} />}
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
