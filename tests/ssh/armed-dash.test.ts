import { armedBehaviors, armedRules } from './armed-behaviors.ts';

armedBehaviors('dash');
armedRules('dash');
