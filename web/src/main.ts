import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin } from '$state/house.svelte'
import { applyPrefs } from '$state/prefs.svelte'
import { toast } from '$state/toasts.svelte'
import { refusal } from '$i18n'

applyPrefs()
begin().catch((error: unknown) => toast(refusal(error), 'bad'))
mount(App, { target: document.getElementById('app')! })
