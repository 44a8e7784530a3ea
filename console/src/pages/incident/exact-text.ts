export { exactText, exactValue } from '../../parts/exact-text.ts'
