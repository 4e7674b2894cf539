import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { begin } from '$state/house.svelte'
import { applyPrefs } from '$state/prefs.svelte'

applyPrefs()
void begin()
mount(App, { target: document.getElementById('app')! })
