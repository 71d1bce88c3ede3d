import { aheadLine } from '#lib/browser/call/asked-ahead.ts'
import { listWorkouts } from './workouts.contract.ts'
import { isActive, PAGE_SIZE } from './workouts.rules.ts'

/** Place of the course's id in the line. */
const COURSE = '{course}'

/**
 * Stands in the head of the daily-workouts screen, behind the script that requests its courses ahead. Requests the workouts
 * that the screen shows first, and their first picture, as soon as the courses are known: otherwise each waits for the one
 * before and for React. An address with a query may want another course.
 */
export const workoutsAheadScript: string = `(function(isActive,line){
var first=window.askedAhead&&askedAhead[0];
if(!first)return;
function read(reply){return reply.clone().json()}
first.reply.then(read).then(function(told){
var course=told.data.find(isActive);
return course&&askAhead(line.replace('${encodeURIComponent(COURSE)}',course.id)).reply.then(read)
}).then(function(told){
var picture=told&&told.workouts.data.find(function(one){return one.contenttype==='images'}),image=new Image();
if(picture){image.fetchPriority='high';image.src=picture.content}
}).catch(function(){})
})(${isActive.toString()},'${aheadLine(listWorkouts, { params: { id: COURSE }, query: { per_page: PAGE_SIZE, page: 1 } })}')`
